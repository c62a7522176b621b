package lint

import "quartermaster/internal/serverlog"

var logFailedStart = &Rule{
	ID: "log-failed-start", Severity: Error, Title: "Server that did not start",
	Check: func(w *world, report report) {
		w.logged(serverlog.FailedStart, func(l *Log, e serverlog.Entry) {
			message := "The server could not start, because the scripts of a mod do not compile"
			if e.Detail != "" {
				message += ": " + e.Detail + ". A mod that it needs is missing, or loaded after it"
			}
			w.tell(report, l, e, w.Instance, message)
		})
	},
}
