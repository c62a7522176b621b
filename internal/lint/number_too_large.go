package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var numberTooLarge = &Rule{
	ID: "number-too-large", Severity: Error, Title: "Number that is too large for the game",
	Says: sentences{
		"element": "<{element}> is {value}, beyond the 2147483647 that the game can count to. What it reads instead is not known. " +
			"Enter a smaller number.",
		"attribute": "“{attribute}” of <{element}> is {value}, beyond the 2147483647 that the game can count to. What it reads " +
			"instead is not known. Enter a smaller number.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.TooLarge, sayTooLarge)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.TooLarge, sayTooLarge)
	},
}

func sayTooLarge(o odd) message { return o.says("value", o.Text) }
