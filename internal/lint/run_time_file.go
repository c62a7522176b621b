package lint

import (
	"strings"

	"quartermaster/internal/mission"
)

var runTimeFile = &Rule{
	ID: "run-time-file", Severity: Warning, Title: "Run-time data among the files",
	Says: sentences{
		"kept": "The file is kept, but not sent: {why}. Remove it.",
	},
	Check: func(w *world, report report) {
		names := make([]string, len(w.Files))
		for i, f := range w.Files {
			names[i] = strings.TrimPrefix(f.Path, "/")
		}
		for i, why := range mission.RunTime(w.Packs, names) {
			if !why.IsNone() && w.Files[i].Kind == unreadKind {
				report(w.Files[i], says("kept", "why", told{why}), nil)
			}
		}
	},
}
