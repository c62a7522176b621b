package lint

import "quartermaster/internal/record"

var unknownCategory = &Rule{
	ID: "unknown-category", Severity: Error, Title: "Unknown category",
	Says: sentences{
		"undefined": "The category {names:quoted} is not defined.",
	},
	needs: []string{"limits"},
	types: func(w *world, report report) func(*record.Type) {
		return w.categories().check(report, categoryIDs, func(t *record.Type, _ []int64) { t.CategoryID = nil })
	},
}
