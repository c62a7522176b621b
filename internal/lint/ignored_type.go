package lint

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var ignoredType = &Rule{
	ID: "ignored-type", Severity: Warning, Title: "Loot on the ignore list",
	Says: sentences{
		"ignored":  "cfgignorelist.xml names this class, so it never spawns.",
		"nameless": "<type> (line {line}) has no name, so nothing is ignored by it. Enter a class, or delete the line.",
		"twice":    "“{class}” appears twice (lines {first} and {line}). Once is enough.",
		"unknown":  "The class “{class}” (line {line}) is unknown, so the line does nothing; did you mean “{near}”?",
	},
	types: func(w *world, report report) func(*record.Type) {
		ignored := w.ignored()
		return func(t *record.Type) {
			if valueOf(t.Nominal) > 0 && ignored.has(t.Name) {
				report(t, says("ignored"), nil)
			}
		}
	},
	Check: func(w *world, report report) {
		first := map[string]int{}
		for e := range w.elementsOf(ignoredPath, "type") {
			f, name := w.Game[ignoredPath].about, e.Attr("name")
			key := strings.ToLower(name)
			switch near := w.nearClass(name); {
			case name == "":
				report(f, says("nameless", "line", inLine(e.Line)), nil)
			case first[key] > 0:
				report(f, says("twice", "class", name, "first", inLine(first[key]), "line", inLine(e.Line)), nil)
			case near != "":
				report(f, says("unknown", "class", name, "line", inLine(e.Line), "near", near), nil)
			}
			first[key] = e.Line
		}
	},
}

// ignored returns the classes of cfgignorelist.xml.
func (w *world) ignored() names {
	list := names{}
	if f := w.Game[ignoredPath]; f != nil {
		for e := range ce.Elements(f.text) {
			if e.Name == "type" {
				list.add(e.Attr("name"))
			}
		}
	}
	return list
}
