package lint

var marketSellOverBuy = &Rule{
	ID: "market-sell-over-buy", Severity: Warning, Title: "Players earn by buying and selling",
	Says: sentences{
		"item":     "Players sell “{class}” for {sell} % of its price and buy it for {buy} %.",
		"item-fix": "Lower SellPricePercent of “{class}” to {buy}.",
		"zone":     "Players sell for {sell} % of a price and buy for {buy} % in the cheapest zone.",
		"zone-fix": "Lower SellPricePercent to {buy}.",
	},
	Check: func(w *world, report report) {
		zones := w.Mod.zoneShares()
		buy, ok := cheapest(zones)
		if !ok {
			return
		}
		w.checkZones(report, zones, buy)
		traded := w.Mod.traded()
		for _, g := range w.Mod.items() {
			if traded.has(g.class) && !g.category.isExchange() {
				g.checkShare(report, buy)
			}
		}
	},
}

// checkShare reports an item for which players receive a larger share of its price than they pay in the cheapest zone.
func (g marketItem) checkShare(report report, buy float64) {
	sell, ok := numberAt(g.Object, "SellPricePercent")
	if most, _ := numberAt(g.Object, "MaxPriceThreshold"); !ok || sell <= buy || most <= 0 {
		return
	}
	report(g.category.about, says("item", "class", g.class, "sell", rounded(sell), "buy", rounded(buy)),
		g.category.mend(says("item-fix", "class", g.class, "buy", rounded(buy)), func() { g.Set("SellPricePercent", decimal(buy)) }))
}

// checkZones reports the zones, and the settings that zones inherit from, with a sell share above the lowest buy share.
func (w *world) checkZones(report report, zones []shares, buy float64) {
	told := false
	for _, s := range zones {
		d := s.zone
		if d == nil {
			d = w.Mod.Settings["market"]
		}
		if s.sell <= buy || s.zone == nil && told {
			continue
		}
		told = told || s.zone == nil
		report(d.about, says("zone", "sell", rounded(s.sell), "buy", rounded(buy)),
			d.mend(says("zone-fix", "buy", rounded(buy)), func() { d.Tree.Set("SellPricePercent", decimal(buy)) }))
	}
}
