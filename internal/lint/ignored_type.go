package lint

import (
	"fmt"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var ignoredType = &Rule{
	ID: "ignored-type", Severity: Warning, Title: "Loot on the ignore list",
	types: func(w *world, report report) func(*record.Type) {
		ignored := w.ignored()
		return func(t *record.Type) {
			if valueOf(t.Nominal) > 0 && ignored.has(t.Name) {
				report(t, "The class is to spawn, but cfgignorelist.xml names it, so it never does.", nil)
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
				report(f, fmt.Sprintf("<type> (line %d) has no name, so nothing is ignored by it. Enter a class, or delete the line.", e.Line), nil)
			case first[key] > 0:
				report(f, fmt.Sprintf("%s stands twice (lines %d and %d). Once is enough.", quoted(name), first[key], e.Line), nil)
			case near != "":
				report(f, fmt.Sprintf("Nothing knows the class %s (line %d), so nothing is ignored by it; %s may have been meant.", quoted(name), e.Line, quoted(near)), nil)
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
