package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var severalCategories = &Rule{
	ID: "several-categories", Severity: Warning, Title: "Several categories",
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.Repeated, saySeveral)
	},
}

func saySeveral(o odd) string {
	if o.Element != "category" {
		return "" // another rule says it
	}
	return "The type has several categories in its file, and only one of them counts."
}
