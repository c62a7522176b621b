package lint

import "quartermaster/internal/record"

var unknownUsage = &Rule{
	ID: "unknown-usage", Severity: Error, Title: "Unknown usage",
	needs: []string{"limits", "userlimits"},
	Check: func(w *world, report report) {
		w.usages().check(w, report, func(t *record.Type) []int64 { return t.UsageIDs }, func(t *record.Type, left []int64) { t.UsageIDs = left })
	},
}
