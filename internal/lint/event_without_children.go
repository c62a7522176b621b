package lint

import (
	"strings"

	"quartermaster/internal/record"
)

// The events Loot and those that place groups of objects have no children of their own.
var eventWithoutChildren = &Rule{
	ID: "event-without-children", Severity: Warning, Title: "Event that spawns nothing",
	Says: sentences{
		"none": "The event is active but has no children, so it spawns nothing.",
		"max":  "limit is {limit}, but max of all children is 0, so the game switches the event off.",
	},
	Check: func(w *world, report report) {
		grouped := w.groupedEvents()
		for _, e := range w.Events {
			wanted := e.Active && (valueOf(e.Nominal) > 0 || valueOf(e.Max) > 0 || startsWith(e.Name, "Infected"))
			switch {
			case !wanted || strings.EqualFold(e.Name, "Loot"):
			case len(e.Children) == 0 && !grouped.has(e.Name):
				report(e, says("none"), nil)
			case len(e.Children) > 0 && limitedByChildren(e.Limit) && isFixed(e.Position) && childMaximum(e.Children) == 0:
				report(e, says("max", "limit", *e.Limit), nil)
			}
		}
	},
}

// groupedEvents returns the events with positions at which groups of objects stand.
func (w *world) groupedEvents() names {
	grouped := names{}
	for _, s := range w.EventSpawns {
		for _, p := range s.Positions {
			if p.Group != nil && *p.Group != "" {
				grouped.add(s.Name)
			}
		}
	}
	return grouped
}

func limitedByChildren(limit *string) bool {
	return limit != nil && (*limit == "child" || *limit == "mixed")
}

func isFixed(position *string) bool { return position == nil || *position == "fixed" }

func childMaximum(children []record.Child) (most int64) {
	for _, c := range children {
		most = max(most, valueOf(c.Max))
	}
	return most
}
