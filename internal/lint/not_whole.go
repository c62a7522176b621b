package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var notWhole = &Rule{
	ID: "not-whole", Severity: Warning, Title: "Decimals where the game reads whole numbers",
	Says: sentences{
		"element":   "<{element}> is {value}, but the game reads whole numbers there and drops the rest. Enter a whole number.",
		"attribute": "“{attribute}” of <{element}> is {value}, but the game reads whole numbers there and drops the rest. Enter a whole number.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.NotWhole, sayNotWhole)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.NotWhole, sayNotWhole)
	},
}

func sayNotWhole(o odd) message { return o.says("value", o.Text) }
