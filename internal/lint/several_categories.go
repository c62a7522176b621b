package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var severalCategories = &Rule{
	ID: "several-categories", Severity: Warning, Title: "Several categories",
	Says: sentences{
		"several": "The type has several categories in its file, and only one of them counts.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.Repeated, saySeveral)
	},
}

func saySeveral(o odd) message {
	if o.Element != "category" {
		return message{} // another rule says it
	}
	return says("several")
}
