package lint

import "quartermaster/internal/serverlog"

var logFailedStart = &Rule{
	ID: "log-failed-start", Severity: Error, Title: "Server that did not start",
	Says: sentences{
		"scripts": "The server could not start, because the scripts of a mod do not compile ({place}).",
		"detail": "The server could not start, because the scripts of a mod do not compile: {detail}. A mod that it needs is " +
			"missing, or loaded after it ({place}).",
	},
	Check: func(w *world, report report) {
		w.logged(serverlog.FailedStart, func(l *Log, e serverlog.Entry) {
			problem := says("scripts")
			if e.Detail != "" {
				problem = says("detail", "detail", e.Detail)
			}
			w.tell(report, l, e, w.Instance, problem)
		})
	},
}
