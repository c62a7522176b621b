package lint

var unknownEventChild = &Rule{
	ID: "unknown-event-child", Severity: Warning, Title: "Event with an unknown child",
	needs: []string{"types", "spawnabletypes"},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			w.checkClasses(report, e, childClasses(e))
		}
	},
}
