package lint

var shutdownWithoutDeadline = &Rule{
	ID: "shutdown-without-deadline", Severity: Error, Title: "Shutdown or countdown without a deadline",
	Says: sentences{
		"shutdown":  "The message shuts the server down but does not say when.",
		"countdown": "The message counts down but does not say to when, so nothing is announced. Enter the deadline.",
	},
	Check: func(w *world, report report) {
		for _, m := range w.Messages {
			if m.Shutdown && valueOf(m.Deadline) <= 0 {
				report(m, says("shutdown"), nil)
			} else if m.Countdown && valueOf(m.Deadline) <= 0 {
				report(m, says("countdown"), nil)
			}
		}
	},
}
