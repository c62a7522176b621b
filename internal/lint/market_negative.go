package lint

var marketNegative = &Rule{
	ID: "market-negative", Severity: Warning, Title: "Negative market price or stock",
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
		report(g.category.about, key+" of "+quoted(g.class)+" is "+amount(n)+"; the mod uses 0.",
			g.category.mend("Set "+key+" of "+quoted(g.class)+" to 0.", func() { g.set(key, 0) }))
	}
}
