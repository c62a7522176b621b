package lint

var unknownTraderClass = &Rule{
	ID: "unknown-trader-class", Severity: Warning, Title: "Trader with an unknown class",
	needs: []string{"types", "spawnabletypes"},
	Check: func(w *world, report report) {
		for _, s := range w.TraderSellers {
			w.checkClasses(report, s, figureClasses(s))
		}
		for _, item := range w.TraderItems {
			w.checkOwnClass(report, item, item.Name)
		}
		for _, c := range w.TraderCurrencies {
			w.checkOwnClass(report, c, c.Name)
		}
	},
}
