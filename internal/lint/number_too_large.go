package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var numberTooLarge = &Rule{
	ID: "number-too-large", Severity: Error, Title: "Number that is too large for the game",
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.TooLarge, sayTooLarge)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.TooLarge, sayTooLarge)
	},
}

func sayTooLarge(o odd) string {
	return o.where() + " is " + o.Text + ", beyond the 2147483647 that the game can count to. What it reads instead is not known. Enter a smaller number."
}
