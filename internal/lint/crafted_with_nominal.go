package lint

import (
	"quartermaster/internal/record"
)

var craftedWithNominal = &Rule{
	ID: "crafted-with-nominal", Severity: Warning, Title: "Crafted class set to spawn",
	Says: sentences{
		"nominal": "The type is marked as made by players (crafted), but nominal is {nominal}.",
		"fix":     "Set nominal and min to 0.",
	},
	types: func(_ *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			if isTrue(t.Crafted) && valueOf(t.Nominal) > 0 {
				report(t, says("nominal", "nominal", *t.Nominal),
					mend(says("fix"), func() { t.Nominal, t.Min = new(int64), new(int64) }))
			}
		}
	},
}
