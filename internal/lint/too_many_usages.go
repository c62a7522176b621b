package lint

var tooManyUsages = &Rule{
	ID: "too-many-usages", Severity: Error, Title: "More than 32 usages",
	Check: func(w *world, report report) { w.usages().checkCount(w, report) },
}
