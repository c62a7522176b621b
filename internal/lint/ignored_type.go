package lint

import (
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
