package lint

import (
	"strings"

	"quartermaster/internal/serverlog"
)

var logDamagedObject = &Rule{
	ID: "log-damaged-object", Severity: Info, Title: "Saved objects that do not fit the mods",
	Says: sentences{
		"damaged": "Saved objects of this class could not be loaded: its mod has changed since they were saved ({place}).",
	},
	Check: func(w *world, report report) {
		types := w.LoggedTypes
		w.logged(serverlog.DamagedObject, func(l *Log, e serverlog.Entry) {
			for _, t := range types[strings.ToLower(e.Name)] {
				w.tell(report, l, e, t, says("damaged"))
			}
		})
	},
}
