package lint

import (
	"strings"

	"quartermaster/internal/serverlog"
)

var logHiddenClass = &Rule{
	ID: "log-hidden-class", Severity: Info, Title: "Class the server does not spawn",
	Says: sentences{
		"hidden": "The server ignores this entry, because the class is not meant to be spawned (its scope is not public) ({place}).",
	},
	Check: func(w *world, report report) {
		types := w.LoggedTypes
		w.logged(serverlog.HiddenClass, func(l *Log, e serverlog.Entry) {
			for _, t := range types[strings.ToLower(e.Name)] {
				w.tell(report, l, e, t, says("hidden"))
			}
		})
	},
}
