package lint

import "quartermaster/internal/record"

var unknownCategory = &Rule{
	ID: "unknown-category", Severity: Error, Title: "Unknown category",
	needs: []string{"limits"},
	Check: func(w *world, report report) {
		w.categories().check(w, report, func(t *record.Type) []int64 {
			if t.CategoryID == nil {
				return nil
			}
			return []int64{*t.CategoryID}
		}, func(t *record.Type, _ []int64) { t.CategoryID = nil })
	},
}
