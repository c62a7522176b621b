package lint

import (
	"fmt"

	"quartermaster/internal/record"
)

var minWithoutNominal = &Rule{
	ID: "min-without-nominal", Severity: Warning, Title: "Min without nominal",
	types: func(w *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			if least := valueOf(t.Min); least > 0 && t.Nominal == nil && w.isWhole(t) {
				report(t, fmt.Sprintf("min is %d, but there is no nominal, so none is wanted and none spawns. Enter how many are to be there.", least),
					mend(fmt.Sprintf("Set nominal to %d.", least), func() { t.Nominal = &least }))
			}
		}
	},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			if least := valueOf(e.Min); e.Active && e.Nominal != nil && *e.Nominal == 0 && least > 0 && textOr(e.Limit) != "custom" {
				report(e, fmt.Sprintf("nominal is 0 and min %d: none is wanted, and yet at least so many. Set nominal to at least min, or min to 0.", least), nil)
			}
		}
	},
}
