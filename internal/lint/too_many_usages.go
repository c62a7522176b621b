package lint

var tooManyUsages = &Rule{
	ID: "too-many-usages", Severity: Error, Title: "More than 32 usages",
	Says: sentences{
		"many": "{n|usage is|usages are} defined, but the game supports only 32.",
	},
	Check: func(w *world, report report) { w.usages().checkCount(w, report) },
}
