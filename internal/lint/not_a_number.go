package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var notANumber = &Rule{
	ID: "not-a-number", Severity: Error, Title: "Value that is not a number",
	Says: sentences{
		"element-empty":   "<{element}> is empty, where a number is needed. The game counts it as not set.",
		"attribute-empty": "“{attribute}” of <{element}> is empty, where a number is needed. The game counts it as not set.",
		"element":         "<{element}> is “{value}”, which is not a number.",
		"attribute":       "“{attribute}” of <{element}> is “{value}”, which is not a number.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.NotANumber, sayNoNumber)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.NotANumber, sayNoNumber)
	},
}

func sayNoNumber(o odd) message {
	switch {
	case o.Text == "" && o.Name == "":
		return says("element-empty", "element", o.Element)
	case o.Text == "":
		return says("attribute-empty", "attribute", o.Name, "element", o.Element)
	}
	return o.says("value", o.Text)
}
