package lint

import "quartermaster/internal/mission"

var brokenFile = &Rule{
	ID: "broken-file", Severity: Error, Title: "File that cannot be read",
	Says: sentences{
		"broken": "The file cannot be read and is exported as it was uploaded: {reason}.",
	},
	Check: func(w *world, report report) {
		for _, f := range w.Files {
			if f.Broken != nil {
				report(f, says("broken", "reason", told{mission.StoredReason(*f.Broken)}), nil)
			}
		}
	},
}
