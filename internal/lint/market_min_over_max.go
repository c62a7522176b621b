package lint

var marketMinOverMax = &Rule{
	ID: "market-min-over-max", Severity: Warning, Title: "Market minimum above maximum",
	Says: sentences{
		"price": "“{class}” has a highest price of {most} and a lowest of {least}; the mod uses {uses} for both.",
		"stock": "“{class}” has a highest stock of {most} and a lowest of {least}; the mod uses {uses} for both.",
		"fix":   "Set {key} of “{class}” to {uses}.",
	},
	Check: func(w *world, report report) {
		for _, g := range w.Mod.items() {
			for _, b := range thresholds {
				b.check(report, g)
			}
		}
	},
}

// bounds are the keys of a maximum and a minimum of a market item, neither of which may be negative.
type bounds struct{ what, most, least string }

var thresholds = []bounds{
	{"price", "MaxPriceThreshold", "MinPriceThreshold"},
	{"stock", "MaxStockThreshold", "MinStockThreshold"},
}

func (b bounds) check(report report, g marketItem) {
	least, _ := numberAt(g.Object, b.least)
	most, ok := numberAt(g.Object, b.most)
	if !ok || most >= least {
		return
	}
	uses := max(least, 0)
	report(g.category.about, says(b.what, "class", g.class, "most", rounded(most), "least", rounded(least), "uses", rounded(uses)),
		g.category.mend(says("fix", "key", b.most, "class", g.class, "uses", rounded(uses)), func() { g.set(b.most, uses) }))
}

// set sets a key of the item to a whole number.
func (g marketItem) set(key string, n float64) { g.Set(key, whole(n)) }
