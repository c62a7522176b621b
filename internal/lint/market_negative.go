package lint

var marketNegative = &Rule{
	ID: "market-negative", Severity: Warning, Title: "Negative market price or stock",
	Says: sentences{
		"negative": "{key} of “{class}” is {value}; the mod uses 0.",
		"fix":      "Set {key} of “{class}” to 0.",
	},
	Check: func(w *world, report report) {
		for _, g := range w.Mod.items() {
			for _, b := range thresholds {
				checkNegative(report, g, b.most)
				checkNegative(report, g, b.least)
			}
		}
	},
}

func checkNegative(report report, g marketItem, key string) {
	if n, ok := numberAt(g.Object, key); ok && n < 0 {
		report(g.category.about, says("negative", "key", key, "class", g.class, "value", rounded(n)),
			g.category.mend(says("fix", "key", key, "class", g.class), func() { g.set(key, 0) }))
	}
}
