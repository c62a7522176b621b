// Package ce reads and writes the files of the game's central economy: bytes to values and back.
//
// What nobody changed is written as it was read, byte for byte: comments, unknown elements, the
// spelling of numbers, indentation and line ends. A change of one value changes that value's line.
package ce

import (
	"slices"
	"strings"

	"quartermaster/internal/textfile"
)

// format holds what the files of entries differ in.
type format[T any] struct {
	root     string
	elements []string                // what an entry may be called
	inside   []string                // an entry stands below one of these, anywhere when there are none
	fold     bool                    // the letter case of elements does not matter
	order    []string                // the canonical order of an entry's elements
	usual    layout                  // of a file that shows none of its own
	blank    func(layout, *T) string // a new entry, to be patched
	lacks    func(*tree) string      // what keeps the element 0 from being an entry, empty for an entry
	valid    func(*T) error          // says what cannot be written; nil for a format that takes all values
	read     func(*reader) T
	patch    func(p *patch, old, new *T)
}

// parse takes a file apart. An entry is an outermost element of the format's names, wherever it
// is; one without what an entry must have is left in the text around it, with a warning.
func (f format[T]) parse(data []byte) (*textfile.File[T], error) {
	src := string(data)
	if err := checkFile(src); err != nil {
		return nil, err
	}
	cut, s, r := textfile.Cut[T](src), newScanner(src), newReader(&tree{src: src, fold: f.fold})
	cut.Grow(min(len(src)/usualEntry, mostAtOnce))
	for f.nextEntry(s, r.tree) {
		if lacking := f.lacks(r.tree); lacking != "" {
			r.warn(0, "<%s> without %s is not read", r.elems[0].name, lacking)
			continue
		}
		cut.Take(r.elems[0].start, r.elems[0].end, r.line(0), f.read(r))
	}
	if s.err != nil {
		return nil, s.err
	}
	file := cut.File()
	file.Warnings = r.warnings
	return file, nil
}

// usualEntry is how many bytes most entries take at least; room for mostAtOnce is made before they are read.
const usualEntry, mostAtOnce = 400, 1 << 12

// nextEntry reads the next entry into the tree. It returns false at the end and on an error.
func (f format[T]) nextEntry(s *scanner, t *tree) bool {
	for s.next() {
		if s.kind == startTag && f.isEntry(s) {
			t.read(s)
			return s.err == nil
		}
	}
	return false
}

func (f format[T]) isEntry(s *scanner) bool {
	named := func(element string) bool { return sameName(element, s.name, f.fold) }
	within := func(element string) bool { return slices.Contains(f.inside, element) }
	return slices.ContainsFunc(f.elements, named) && (f.inside == nil || slices.ContainsFunc(s.open, within))
}

// what names the entries in a message, such as "<type>".
func (f format[T]) what() string {
	return "<" + strings.Join(f.elements, "> or <") + ">"
}

func lacksName(t *tree) string {
	if t.attrValue(0, "name") == "" {
		return "name"
	}
	return ""
}
