package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var flagValue = &Rule{
	ID: "flag-value", Severity: Warning, Title: "Switch that is neither 0 nor 1",
	Says: sentences{
		"element":   "<{element}> is {value}; only 0 and 1 mean something. Set it to one of them.",
		"attribute": "“{attribute}” of <{element}> is {value}; only 0 and 1 mean something. Set it to one of them.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.NotAFlag, sayNoFlag)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.NotAFlag, sayNoFlag)
	},
}

func sayNoFlag(o odd) message { return o.says("value", o.Text) }
