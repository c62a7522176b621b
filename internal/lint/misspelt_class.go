package lint

import (
	"strings"
	"sync"

	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
)

var misspeltClass = &Rule{
	ID: "misspelt-class", Severity: Warning, Title: "Class name that nothing knows",
	types: func(w *world, report report) func(*record.Type) {
		known, missing := w.knownClasses(), sync.OnceValue(w.neighbours)
		return func(t *record.Type) {
			if known.has(t.Name) || w.Catalog.has(t.Name) {
				return
			}
			if meant := missing().near(t.Name); meant != "" {
				report(t, "No mod, catalog or log knows this class, and "+quoted(meant)+" has no entry: a typing error?", nil)
			}
		}
	},
}

// knownClasses returns the classes that a log or the game's own files know.
func (w *world) knownClasses() names {
	known := names{}
	known.addListed()
	for _, what := range []serverlog.What{serverlog.HiddenClass, serverlog.HardToPlace, serverlog.DamagedObject} {
		w.logged(what, func(_ *Log, e serverlog.Entry) { known.add(e.Name) })
	}
	return known
}

// shortest is the length of the shortest class name whose neighbours are looked for: short ones have too many.
const shortest = 6

// neighbours finds the class of the game that a misspelt name was to be: by what is left of it without one character.
type neighbours map[string]string

// neighbours returns those of the game's classes that have no entry of their own.
func (w *world) neighbours() neighbours {
	found := neighbours{}
	for _, class := range vanillaClasses() {
		if !w.Entries.has(class) {
			found.add(class)
		}
	}
	return found
}

// add makes a class known to be meant by names like it.
func (n neighbours) add(class string) {
	if len(class) < shortest {
		return
	}
	lower := strings.ToLower(class)
	n[lower] = class
	for i := range lower {
		n[lower[:i]+lower[i+1:]] = class
	}
}

// near returns the class that differs from a name in one character: one more, one less, another or two exchanged. Names that differ in
// digits only are variants, and not misspelt.
func (n neighbours) near(name string) string {
	lower := strings.ToLower(name)
	if len(lower) < shortest {
		return ""
	}
	class := n[lower]
	for i := 0; i < len(lower) && class == ""; i++ {
		class = n[lower[:i]+lower[i+1:]]
	}
	if withoutDigits(class) == withoutDigits(lower) {
		return ""
	}
	return class
}

func withoutDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, strings.ToLower(text))
}

// nearClass returns the class of the game that an unknown class was most likely to be, or "".
func (w *world) nearClass(class string) string {
	if w.near == nil {
		w.near, w.listed = neighbours{}, names{}
		w.listed.addListed()
		for _, known := range vanillaClasses() {
			w.near.add(known)
		}
	}
	if w.Classes.has(class) || w.listed.has(class) {
		return ""
	}
	return w.near.near(class)
}
