package lint

import (
	"strings"

	"quartermaster/internal/record"
)

// maxLifetime is 45 days, the longest that the game's own files use.
const maxLifetime = 3_888_000

var lifetimeRange = &Rule{
	ID: "lifetime-range", Severity: Warning, Title: "Lifetime 0 or above 45 days",
	Says: sentences{
		"zero":  "lifetime is {lifetime}.",
		"long":  "lifetime is {lifetime} s, more than 45 days.",
		"fix":   "Lower lifetime to {lifetime} s.",
		"event": "lifetime is 0, so what the event spawns may be gone as soon as nobody is near. Enter how long it should stay.",
	},
	types: func(_ *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			switch {
			case t.Lifetime == nil:
			case *t.Lifetime <= 0 && (t.Nominal == nil || *t.Nominal > 0):
				report(t, says("zero", "lifetime", *t.Lifetime), nil)
			case *t.Lifetime > maxLifetime:
				report(t, says("long", "lifetime", *t.Lifetime),
					mend(says("fix", "lifetime", maxLifetime), func() { t.Lifetime = new(int64(maxLifetime)) }))
			}
		}
	},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			if e.Active && e.Lifetime != nil && *e.Lifetime == 0 && !strings.EqualFold(e.Name, "Loot") {
				report(e, says("event"), nil)
			}
		}
	},
}
