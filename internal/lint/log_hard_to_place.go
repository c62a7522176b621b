package lint

import (
	"strings"

	"quartermaster/internal/serverlog"
)

var logHardToPlace = &Rule{
	ID: "log-hard-to-place", Severity: Info, Title: "Loot without a free place",
	Says: sentences{
		"full": "The server has found no free place {n|time|times}: nominal is too high for the places of its usages, values and tags ({place}).",
	},
	Check: func(w *world, report report) {
		types := w.LoggedTypes
		w.logged(serverlog.HardToPlace, func(l *Log, e serverlog.Entry) {
			for _, t := range types[strings.ToLower(e.Name)] {
				w.tell(report, l, e, t, says("full", "n", e.Count))
			}
		})
	},
}
