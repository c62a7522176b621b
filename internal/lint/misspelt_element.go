package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var misspeltElement = &Rule{
	ID: "misspelt-element", Severity: Warning, Title: "Element or attribute that the game does not know",
	Says: sentences{
		"attribute":      "The game does not know the attribute “{attribute}” of <{element}>.",
		"attribute-near": "The game does not know the attribute “{attribute}” of <{element}>; did you mean “{near}”?",
		"element":        "The game does not know the element <{element}> here.",
		"element-near":   "The game does not know the element <{element}> here; did you mean “{near}”?",
	},
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.UnknownElement, w.sayUnknown)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.UnknownElement, w.sayUnknown)
	},
}

// sayUnknown says nothing of a file that the game does not load: it may be none of the economy.
func (w *world) sayUnknown(o odd) message {
	if !w.isLoaded(o.about) {
		return message{}
	}
	return sayUnknown(o)
}

func sayUnknown(o odd) message {
	if o.Name != "" {
		return nearly("attribute", o.Near, "attribute", o.Name, "element", o.Element)
	}
	return nearly("element", o.Near, "element", o.Element)
}
