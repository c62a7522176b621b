package lint

import (
	"quartermaster/internal/record"
)

var minWithoutNominal = &Rule{
	ID: "min-without-nominal", Severity: Warning, Title: "Min without nominal",
	Says: sentences{
		"none": "Min is {min}, but there is no nominal, so none spawns. Enter how many there should be.",
		"fix":  "Set nominal to {nominal}.",
		"zero": "Nominal is 0, but min is {min}. Set nominal to at least min, or min to 0.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			if least := valueOf(t.Min); least > 0 && t.Nominal == nil && w.isWhole(t) {
				report(t, says("none", "min", least),
					mend(says("fix", "nominal", least), func() { t.Nominal = &least }))
			}
		}
	},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			if least := valueOf(e.Min); e.Active && e.Nominal != nil && *e.Nominal == 0 && least > 0 && textOr(e.Limit) != "custom" {
				report(e, says("zero", "min", least), nil)
			}
		}
	},
}
