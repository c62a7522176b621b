package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var repeatedElement = &Rule{
	ID: "repeated-element", Severity: Warning, Title: "Value that appears twice",
	Says: sentences{
		"element": "<{element}> stands several times in the entry, and only one of them counts. Keep one in the file.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.Repeated, sayRepeated)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.Repeated, sayRepeated)
	},
}

// sayRepeated says nothing of categories, which have a rule of their own.
func sayRepeated(o odd) message {
	if o.Element == "category" {
		return message{}
	}
	return says("element", "element", o.Element)
}
