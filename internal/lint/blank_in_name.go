package lint

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var blankInName = &Rule{
	ID: "blank-in-name", Severity: Warning, Title: "Name with a blank",
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
		report(about, quoted(name)+" contains a blank.", nil)
	}
}

func sayBlank(o odd) string {
	return quoted(visible(o.Text)) + " in <" + o.Element + "> begins or ends with a blank, so the game may not find the name."
}
