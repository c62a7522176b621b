package lint

import "quartermaster/internal/record"

var brokenJSON = &Rule{
	ID: "broken-json", Severity: Error, Title: "Invalid JSON file",
	Says: sentences{
		"broken": "The mod cannot read the file: {reason}.",
	},
	Check: func(w *world, report report) {
		for d := range w.Mod.all() {
			if d.Err != nil && !isBroken(d.about) {
				report(d.about, says("broken", "reason", d.Err.Error()), nil)
			}
		}
	},
}

// isBroken reports whether a record is a file that could not be read when it was imported. Another rule reports those.
func isBroken(about any) bool {
	f, ok := about.(*record.File)
	return ok && f.Broken != nil
}
