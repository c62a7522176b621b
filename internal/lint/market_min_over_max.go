package lint

var marketMinOverMax = &Rule{
	ID: "market-min-over-max", Severity: Warning, Title: "Market minimum above maximum",
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
	report(g.category.about, quoted(g.class)+" has a highest "+b.what+" of "+amount(most)+" and a lowest of "+amount(least)+"; the mod uses "+amount(max(least, 0))+" for both.",
		g.category.mend("Set "+b.most+" of "+quoted(g.class)+" to "+amount(max(least, 0))+".", func() { g.set(b.most, max(least, 0)) }))
}

// set sets a key of the item to a whole number.
func (g marketItem) set(key string, n float64) { g.Set(key, whole(n)) }
