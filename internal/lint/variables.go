package lint

import (
	"iter"

	"quartermaster/internal/ce"
)

// variables yields the elements of globals.xml.
func (w *world) variables() iter.Seq[*ce.Element] {
	return w.elementsOf(globalsPath, "var")
}

// elementsOf yields the elements with a name of a file of the game, none where it is not known.
func (w *world) elementsOf(path, name string) iter.Seq[*ce.Element] {
	return func(yield func(*ce.Element) bool) {
		f := w.Game[path]
		if f == nil {
			return
		}
		for e := range ce.Elements(f.text) {
			if e.Name == name && !yield(e) {
				return
			}
		}
	}
}
