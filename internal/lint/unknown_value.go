package lint

import "quartermaster/internal/record"

var unknownValue = &Rule{
	ID: "unknown-value", Severity: Error, Title: "Unknown value",
	Says: sentences{
		"undefined": "The value {names:quoted} is not defined.",
	},
	needs: []string{"limits", "userlimits"},
	types: func(w *world, report report) func(*record.Type) {
		return w.values().check(report, func(t *record.Type) []int64 { return t.ValueIDs }, func(t *record.Type, left []int64) {
			t.ValueIDs = left
		})
	},
}
