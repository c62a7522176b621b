package lint

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var blankInName = &Rule{
	ID: "blank-in-name", Severity: Warning, Title: "Name with a blank",
	Says: sentences{
		"inside": "“{name}” contains a blank.",
		"around": "“{name}” in <{element}> begins or ends with a blank, so the game may not find the name.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.BlankAround, sayBlank)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.BlankAround, sayBlank)
		for _, e := range w.Events {
			checkBlank(report, e, e.Name)
		}
		for _, s := range w.EventSpawns {
			checkBlank(report, s, s.Name)
		}
	},
}

// checkBlank reports a name with a blank inside.
func checkBlank(report report, about any, name string) {
	if strings.ContainsAny(strings.TrimSpace(name), " \t") {
		report(about, says("inside", "name", name), nil)
	}
}

func sayBlank(o odd) message { return says("around", "name", visible(o.Text), "element", o.Element) }
