package lint

import (
	"fmt"

	"quartermaster/internal/record"
)

var eventMinOverMax = &Rule{
	ID: "event-min-over-max", Severity: Warning, Title: "Event with min above max",
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			if least, most := valueOf(e.Min), valueOf(e.Max); e.Max != nil && least > most {
				report(e, fmt.Sprintf("min is %d and max %d.", least, most), nil)
			}
			for i := range e.Children {
				c := &e.Children[i]
				if least, most := valueOf(c.LootMin), valueOf(c.LootMax); c.LootMax != nil && least > most {
					report(e, fmt.Sprintf("lootmin of the child %s is %d and lootmax %d.", quoted(c.Type), least, most),
						mend("Swap the two.", func() { c.LootMin, c.LootMax = &most, &least }))
				}
				if least, most := valueOf(c.Min), valueOf(c.Max); most > 0 && least > most && !isWeight(e, least) {
					report(e, fmt.Sprintf("min of the child %s is %d and max %d.", quoted(c.Type), least, most),
						mend("Swap the two.", func() { c.Min, c.Max = &most, &least }))
				}
			}
		}
	},
}

// isWeight reports whether the minimum of a child is a weight, as that of an event with one child may be.
func isWeight(e *record.Event, least int64) bool { return len(e.Children) == 1 && least == 100 }
