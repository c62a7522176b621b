package lint

import (
	"cmp"
	"slices"
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
	for _, m := range w.Messages {
		w.addOddities(m, ce.MessagesFile, m.Raw)
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
	return withoutEntries(f, "")
}

// oddType is what is odd in a type. Several rules look at it, one after the other.
type oddType struct {
	of  *record.Type
	odd []ce.Oddity
}

// oddTypes returns what reports the oddities of types in the words of say, which say nothing of those that another rule reports.
func (w *world) oddTypes(report report, of ce.OddityType, say func(o odd) message) func(*record.Type) {
	return func(t *record.Type) {
		if w.last.of != t {
			w.last = oddType{of: t}
			if t.Raw != nil {
				w.last.odd = w.plain.oddities(*t.Raw)
			}
		}
		for _, o := range w.last.odd {
			w.reportOddity(report, odd{o, t}, of, say)
		}
	}
}

// reportOddities reports the oddities of all but types in the words of say.
func (w *world) reportOddities(report report, of ce.OddityType, say func(o odd) message) {
	for _, o := range w.oddities() {
		w.reportOddity(report, o, of, say)
	}
}

// reportOddity reports an oddity that is of the type, unless say has nothing to say of it.
func (w *world) reportOddity(report report, o odd, of ce.OddityType, say func(o odd) message) {
	if o.Type != of || w.isSettled(o) {
		return
	}
	if said := say(o); !said.IsNone() {
		report(o.about, said, nil)
	}
}

// isSettled reports whether a value that the game cannot read has been set since, so that it is written anew.
func (w *world) isSettled(o odd) bool {
	e, _ := w.entryOf(o.about)
	i := slices.IndexFunc(e.res.Fields, func(f *record.Field) bool { return wordOf(f.Name) == o.word() })
	if i < 0 || o.Name != "" && o.Element != "flags" {
		return false
	}
	value, f := e.current(o.about)[i], e.res.Fields[i]
	switch {
	case o.Type == ce.NotAFlag: // read as true
		return value != int64(1)
	case o.Type == ce.NotWhole: // read without its decimals
		return value != int64(parsed(o.Text))
	case o.Type != ce.NotANumber && o.Type != ce.TooLarge:
		return false
	case f.Nullable:
		return value != nil
	}
	return value != f.Default
}

// word returns the element or, of a flag, the attribute as wordOf does.
func (o odd) word() string {
	return wordOf(strings.Replace(cmp.Or(o.Name, o.Element), "quant", "q", 1))
}

// wordOf returns the name of a field as the file spells it, but for what both spell in different ways.
func wordOf(field string) string {
	return strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(field), "_", ""), "s")
}

// says tells of an element, or of an attribute if the oddity is one.
func (o odd) says(params ...any) message {
	if o.Name != "" {
		return says("attribute", "attribute", o.Name, "element", o.Element).With(params...)
	}
	return says("element", "element", o.Element).With(params...)
}
