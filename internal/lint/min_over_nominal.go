package lint

import (
	"fmt"

	"quartermaster/internal/record"
)

var minOverNominal = &Rule{
	ID: "min-over-nominal", Severity: Warning, Title: "Min above nominal",
	types: func(_ *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			nominal, least := valueOf(t.Nominal), valueOf(t.Min)
			if nominal == 0 || least <= nominal {
				return
			}
			report(t, fmt.Sprintf("min is %d and nominal %d.", least, nominal),
				mend(fmt.Sprintf("Lower min to %d.", nominal), func() { t.Min = &nominal }))
		}
	},
}
