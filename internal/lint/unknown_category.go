package lint

import "quartermaster/internal/record"

var unknownCategory = &Rule{
	ID: "unknown-category", Severity: Error, Title: "Unknown category",
	needs: []string{"limits"},
	Check: func(w *world, report report) {
		w.categories().check(w, report, categoryIDs, func(t *record.Type, _ []int64) { t.CategoryID = nil })
	},
}
