package lint

import (
	"quartermaster/internal/record"
)

var minOverNominal = &Rule{
	ID: "min-over-nominal", Severity: Warning, Title: "Min above nominal",
	Says: sentences{
		"above": "min ({min}) is above nominal ({nominal}).",
		"fix":   "Lower min to {nominal}.",
	},
	types: func(_ *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			nominal, least := valueOf(t.Nominal), valueOf(t.Min)
			if nominal == 0 || least <= nominal {
				return
			}
			report(t, says("above", "min", least, "nominal", nominal),
				mend(says("fix", "nominal", nominal), func() { t.Min = &nominal }))
		}
	},
}
