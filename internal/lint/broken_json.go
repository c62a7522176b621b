package lint

var brokenJSON = &Rule{
	ID: "broken-json", Severity: Error, Title: "File that is no JSON",
	Check: func(w *World, report report) {
		for d := range w.Mod.all() {
			if d.Err != nil {
				report(d.about, "The mod cannot read the file: "+d.Err.Error()+".", nil)
			}
		}
	},
}
