package lint

var marketSellOverBuy = &Rule{
	ID: "market-sell-over-buy", Severity: Warning, Title: "Players earn by buying and selling",
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
	report(g.category.about, "Players sell "+quoted(g.class)+" for "+percent(sell)+" of its price and buy it for "+percent(buy)+".",
		g.category.mend("Lower SellPricePercent of "+quoted(g.class)+" to "+amount(buy)+".", func() { g.Set("SellPricePercent", decimal(buy)) }))
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
		report(d.about, "Players sell for "+percent(s.sell)+" of a price and buy for "+percent(buy)+" in the cheapest zone.",
			d.mend("Lower SellPricePercent to "+amount(buy)+".", func() { d.Tree.Set("SellPricePercent", decimal(buy)) }))
	}
}
