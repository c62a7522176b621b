package lint

import (
	"encoding/json"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// odd is an oddity in the text of a record, or of a file between its records.
type odd struct {
	ce.Oddity
	about any
}

// oddities returns what is odd in the texts that records and files were imported from. They are looked for once.
func (w *world) oddities() []odd {
	if w.odd == nil {
		w.odd = []odd{}
		w.findOddities()
	}
	return w.odd
}

func (w *world) findOddities() {
	for _, e := range w.Events {
		w.addOddities(e, ce.EventsFile, e.Raw)
	}
	for _, t := range w.SpawnableTypes {
		w.addOddities(t, ce.SpawnableTypesFile, t.Raw)
	}
	for _, p := range w.RandomPresets {
		w.addOddities(p, ce.RandomPresetsFile, p.Raw)
	}
	for _, s := range w.EventSpawns {
		w.addOddities(s, ce.EventSpawnsFile, s.Raw)
	}
	for _, f := range w.Files {
		if f.Skeleton != nil && f.Broken == nil {
			w.addOddities(f, ce.FileType(f.Kind), new(skeletonText(f)))
		}
	}
}

func (w *world) addOddities(about any, of ce.FileType, raw *string) {
	if raw == nil {
		return
	}
	for _, o := range ce.Oddities(of, *raw) {
		w.odd = append(w.odd, odd{o, about})
	}
}

// skeletonText returns the text of a file without its entries.
func skeletonText(f *record.File) string {
	var s struct {
		Leads []string `json:"leads"`
		Tail  string   `json:"tail"`
	}
	_ = json.Unmarshal([]byte(*f.Skeleton), &s) // an import wrote it
	return strings.Join(s.Leads, "") + s.Tail
}

// oddType is what is odd in a type. Several rules look at it, one after the other.
type oddType struct {
	of  *record.Type
	odd []ce.Oddity
}

// oddTypes returns what reports the oddities of types in the words of say.
func (w *world) oddTypes(report report, of ce.OddityType, say func(o odd) string) func(*record.Type) {
	return func(t *record.Type) {
		if w.last.of != t {
			w.last = oddType{of: t}
			if t.Raw != nil {
				w.last.odd = ce.Oddities(ce.TypesFile, *t.Raw)
			}
		}
		for _, o := range w.last.odd {
			if found := (odd{o, t}); o.Type == of && !w.isSettled(found) {
				report(t, say(found), nil)
			}
		}
	}
}

// reportOddities reports the oddities of a type in the words of say.
func (w *world) reportOddities(report report, of ce.OddityType, say func(o odd) string) {
	for _, o := range w.oddities() {
		if o.Type == of && !w.isSettled(o) {
			report(o.about, say(o), nil)
		}
	}
}

// isSettled reports whether a value that is no number has been set since, so that it is written anew.
func (w *world) isSettled(o odd) bool {
	if o.Type != ce.NotANumber || o.Name != "" {
		return false
	}
	e, _ := w.entryOf(o.about)
	for i, f := range e.res.Fields {
		if strings.ReplaceAll(f.Name, "_", "") == strings.Replace(o.Element, "quant", "q", 1) {
			return e.current(o.about)[i] != nil
		}
	}
	return false
}

// meant proposes the word that a misspelt one most likely stands for.
func meant(near string) string {
	if near == "" {
		return "."
	}
	return "; " + quoted(near) + " may have been meant."
}
