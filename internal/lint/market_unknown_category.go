package lint

var marketUnknownCategory = &Rule{
	ID: "market-unknown-category", Severity: Error, Title: "Trader with an unknown category",
	Says: sentences{
		"missing": "There is no market category {missing:some}.",
	},
	needs: []string{"market-category"},
	Check: func(w *world, report report) {
		known := w.Mod.categoryNames()
		if len(known) == 0 {
			return
		}
		for _, trader := range w.Mod.Traders {
			checkCategories(report, trader, known)
		}
	},
}

func checkCategories(report report, trader *document, known names) {
	entries := names{}
	var missing []string
	for _, entry := range textsAt(trader.Tree, "Categories") {
		if name, _ := categoryEntry(entry); !known.has(name) {
			entries.add(entry)
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		report(trader.about, says("missing", "missing", missing),
			trader.mend(says("remove-some", "names", missing), func() { dropTexts(trader.Tree, "Categories", entries) }))
	}
}
