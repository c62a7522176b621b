package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var misspeltElement = &Rule{
	ID: "misspelt-element", Severity: Warning, Title: "Element or attribute that the game does not know",
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.UnknownElement, w.sayUnknown)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.UnknownElement, w.sayUnknown)
	},
}

// sayUnknown says nothing of a file that the game does not load: it may be none of the economy.
func (w *world) sayUnknown(o odd) string {
	if !w.isLoaded(o.about) {
		return ""
	}
	return sayUnknown(o)
}

func sayUnknown(o odd) string {
	if o.Name != "" {
		return "The game does not know the attribute " + quoted(o.Name) + " of <" + o.Element + ">" + meant(o.Near)
	}
	return "The game does not know the element <" + o.Element + "> here" + meant(o.Near)
}
