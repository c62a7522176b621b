package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var notANumber = &Rule{
	ID: "not-a-number", Severity: Error, Title: "Value that is not a number",
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.NotANumber, sayNoNumber)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.NotANumber, sayNoNumber)
	},
}

func sayNoNumber(o odd) string {
	if o.Text == "" {
		return o.where() + " is empty, where a number must stand. The game counts it as not set."
	}
	return o.where() + " is " + quoted(o.Text) + ", which is not a number."
}
