package lint

import (
	"quartermaster/internal/record"
)

var eventMinOverMax = &Rule{
	ID: "event-min-over-max", Severity: Warning, Title: "Event with min above max",
	Says: sentences{
		"event": "min ({min}) is above max ({max}).",
		"loot":  "lootmin of the child “{child}” is {min} and lootmax {max}.",
		"child": "min of the child “{child}” is {min} and max {max}.",
	},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			if least, most := valueOf(e.Min), valueOf(e.Max); e.Max != nil && least > most {
				report(e, says("event", "min", least, "max", most), nil)
			}
			for i := range e.Children {
				c := &e.Children[i]
				if least, most := valueOf(c.LootMin), valueOf(c.LootMax); c.LootMax != nil && least > most {
					report(e, says("loot", "child", c.Type, "min", least, "max", most),
						mend(says("swap"), func() { c.LootMin, c.LootMax = &most, &least }))
				}
				if least, most := valueOf(c.Min), valueOf(c.Max); most > 0 && least > most && !isWeight(e, least) {
					report(e, says("child", "child", c.Type, "min", least, "max", most),
						mend(says("swap"), func() { c.Min, c.Max = &most, &least }))
				}
			}
		}
	},
}

// isWeight reports whether the minimum of a child is a weight, as that of an event with one child may be.
func isWeight(e *record.Event, least int64) bool { return len(e.Children) == 1 && least == 100 }
