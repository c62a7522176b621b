package lint

import "fmt"

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
				if least, most := valueOf(c.Min), valueOf(c.Max); most > 0 && least > most && len(e.Children) > 1 {
					report(e, fmt.Sprintf("min of the child %s is %d and max %d.", quoted(c.Type), least, most),
						mend("Swap the two.", func() { c.Min, c.Max = &most, &least }))
				}
			}
		}
	},
}
