package lint

var tooManyValues = &Rule{
	ID: "too-many-values", Severity: Error, Title: "More than 32 values",
	Says: sentences{
		"many": "{n|value is|values are} defined, but the game supports only 32.",
	},
	Check: func(w *world, report report) { w.values().checkCount(w, report) },
}
