package lint

var spawnWithoutEvent = &Rule{
	ID: "spawn-without-event", Severity: Warning, Title: "Event spawn without an event",
	Says: sentences{
		"none": "There is no event of this name.",
		"fix":  "Delete the event spawn and its positions.",
	},
	needs: []string{"events"},
	Check: func(w *world, report report) {
		there := names{}
		for _, e := range w.Events {
			there.add(e.Name)
		}
		for _, s := range w.EventSpawns {
			if (len(there) > 0 || byHand(s.Raw)) && !there.has(s.Name) {
				report(s, says("none"), remove(says("fix")))
			}
		}
	},
}
