package lint

var unknownEventChild = &Rule{
	ID: "unknown-event-child", Severity: Warning, Title: "Event with an unknown child",
	needs: []string{"types", "spawnabletypes"},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			classes := make([]string, len(e.Children))
			for i, child := range e.Children {
				classes[i] = child.Type
			}
			w.checkClasses(report, e, classes)
		}
	},
}
