package lint

var tooManyValues = &Rule{
	ID: "too-many-values", Severity: Error, Title: "More than 32 values",
	Check: func(w *world, report report) { w.values().checkCount(w, report) },
}
