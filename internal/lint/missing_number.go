package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/record"
)

var missingNumber = &Rule{
	ID: "missing-number", Severity: Warning, Title: "Entry without a value that it needs",
	Says: sentences{
		"type":  "The type has no lifetime, so it may be gone as soon as it spawns. Enter how long it should stay.",
		"event": "The event has no {missing}. It is not known what the game uses instead. Enter it.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			if t.Lifetime == nil && valueOf(t.Nominal) > 0 && w.isWhole(t) {
				report(t, says("type"), nil)
			}
		}
	},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			if missing := missingOf(e); len(missing) > 0 {
				report(e, says("event", "missing", missing), nil)
			}
		}
	},
}

// missingOf returns the values that every event of the game has, and this one does not.
func missingOf(e *record.Event) (list []string) {
	if byHand(e.Raw) || !e.Active {
		return nil
	}
	texts := map[string]*string{"position": e.Position, "limit": e.Limit}
	for name, n := range map[string]*int64{"nominal": e.Nominal, "min": e.Min, "max": e.Max, "lifetime": e.Lifetime} {
		if n == nil && !strings.Contains(*e.Raw, "<"+name) { // what is no number is reported as such
			list = append(list, name)
		}
	}
	for name, text := range texts {
		if text == nil || strings.TrimSpace(*text) == "" {
			list = append(list, name)
		}
	}
	if !strings.Contains(*e.Raw, "<active") {
		list = append(list, "active")
	}
	slices.Sort(list)
	return list
}
