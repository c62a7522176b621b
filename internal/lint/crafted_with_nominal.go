package lint

import (
	"fmt"

	"quartermaster/internal/record"
)

var craftedWithNominal = &Rule{
	ID: "crafted-with-nominal", Severity: Warning, Title: "Crafted class that is to spawn",
	types: func(_ *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			if isTrue(t.Crafted) && valueOf(t.Nominal) > 0 {
				report(t, fmt.Sprintf("The type is marked as made by players (crafted), but nominal is %d.", *t.Nominal),
					mend("Set nominal and min to 0.", func() { t.Nominal, t.Min = new(int64), new(int64) }))
			}
		}
	},
}
