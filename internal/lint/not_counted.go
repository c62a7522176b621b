package lint

import "quartermaster/internal/record"

var notCounted = &Rule{
	ID: "not-counted", Severity: Warning, Title: "Loot that is not counted on the map",
	types: func(w *world, report report) func(*record.Type) {
		imported := w.knowsMainTypes()
		return func(t *record.Type) {
			if imported && t.CountInMap != nil && !*t.CountInMap && valueOf(t.Nominal) > 0 {
				report(t, "count_in_map is 0: what lies on the map does not count towards nominal, so more and more of it spawns.",
					mend("Set count_in_map to 1.", func() { t.CountInMap = new(true) }))
			}
		}
	},
}
