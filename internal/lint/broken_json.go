package lint

import "quartermaster/internal/record"

var brokenJSON = &Rule{
	ID: "broken-json", Severity: Error, Title: "Invalid JSON file",
	Check: func(w *world, report report) {
		for d := range w.Mod.all() {
			if d.Err != nil && !isBroken(d.about) {
				report(d.about, "The mod cannot read the file: "+d.Err.Error()+".", nil)
			}
		}
	},
}

// isBroken reports whether a record is a file that could not be read when it was imported. Another rule reports those.
func isBroken(about any) bool {
	f, ok := about.(*record.File)
	return ok && f.Broken != nil
}
