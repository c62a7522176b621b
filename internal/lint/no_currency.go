package lint

var noCurrency = &Rule{
	ID: "no-currency", Severity: Error, Title: "Traders without a currency",
	Says: sentences{
		"none": "The traders have {n|item|items}, but there is no currency.",
	},
	needs: []string{"traderconfig"},
	Check: func(w *world, report report) {
		if len(w.TraderItems) > 0 && len(w.TraderCurrencies) == 0 {
			report(w.Instance, says("none", "n", len(w.TraderItems)), nil)
		}
	},
}
