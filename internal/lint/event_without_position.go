package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// anchored lists the prefixes of events that need positions. Animals, infected and birds have territories in files of their own, and
// loot spawns in buildings.
var anchored = []string{"Static", "Vehicle", "Item", "Trajectory"}

var eventWithoutPosition = &Rule{
	ID: "event-without-position", Severity: Warning, Title: "Event without a position",
	Says: sentences{
		"none": "The event is active but has no positions.",
	},
	needs: []string{"eventspawns"},
	Check: func(w *world, report report) {
		placed := names{}
		for _, s := range w.EventSpawns {
			if len(s.Positions) > 0 {
				placed.add(s.Name)
			}
		}
		for _, e := range w.Events {
			known := len(w.EventSpawns) > 0 || byHand(e.Raw)
			if known && needsPosition(e) && !placed.has(e.Name) {
				report(e, says("none"), nil)
			}
		}
	},
}

func needsPosition(e *record.Event) bool {
	fixed := e.Position == nil || *e.Position == "fixed"
	wanted := valueOf(e.Nominal) > 0 || valueOf(e.Max) > 0
	return e.Active && fixed && wanted && slices.ContainsFunc(anchored, func(prefix string) bool { return strings.HasPrefix(e.Name, prefix) })
}
