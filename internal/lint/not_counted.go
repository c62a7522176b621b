package lint

import "quartermaster/internal/record"

var notCounted = &Rule{
	ID: "not-counted", Severity: Warning, Title: "Loot that is not counted on the map",
	Says: sentences{
		"not-counted": "count_in_map is 0: items on the map do not count toward nominal, so more keep spawning.",
		"fix":         "Set count_in_map to 1.",
	},
	types: func(w *world, report report) func(*record.Type) {
		imported := w.knowsMainTypes()
		return func(t *record.Type) {
			if imported && t.CountInMap != nil && !*t.CountInMap && valueOf(t.Nominal) > 0 {
				report(t, says("not-counted"),
					mend(says("fix"), func() { t.CountInMap = new(true) }))
			}
		}
	},
}
