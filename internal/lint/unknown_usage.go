package lint

import "quartermaster/internal/record"

var unknownUsage = &Rule{
	ID: "unknown-usage", Severity: Error, Title: "Unknown usage",
	Says: sentences{
		"undefined": "The usage {names:quoted} is not defined.",
	},
	needs: []string{"limits", "userlimits"},
	types: func(w *world, report report) func(*record.Type) {
		return w.usages().check(report, func(t *record.Type) []int64 { return t.UsageIDs }, func(t *record.Type, left []int64) {
			t.UsageIDs = left
		})
	},
}
