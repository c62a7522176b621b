package lint

var marketCurrency = &Rule{
	ID: "market-currency", Severity: Error, Title: "Currency that is not money",
	Says: sentences{
		"none": "No currency category has {classes:some}.",
	},
	needs: []string{"market-category"},
	Check: func(w *world, report report) {
		if len(w.Mod.Market) == 0 {
			return
		}
		money := w.Mod.money()
		for _, trader := range w.Mod.Traders {
			checkCurrencies(report, trader, money)
		}
		if settings := w.Mod.Settings["market"]; settings != nil {
			checkCurrencies(report, settings, money)
		}
	},
}

func checkCurrencies(report report, d *document, money names) {
	if missing := unknown(textsAt(d.Tree, "Currencies"), money); len(missing) > 0 {
		report(d.about, says("none", "classes", missing), nil)
	}
}

// money returns the classes that are money: those in exchange categories. Source: formats, B.4.
func (m *modFiles) money() names {
	money := names{}
	for _, g := range m.items() {
		if g.category.isExchange() {
			money.add(g.classes()...)
		}
	}
	return money
}

// isExchange reports whether a category is marked as an exchange or, in files from before there was such a mark, has a name that
// begins with exchange.
func (d *document) isExchange() bool {
	const saysSo = 12 // the first version with IsExchange
	version, known := numberAt(d.Tree, "m_Version")
	if known && version >= saysSo {
		return isSet(d.Tree, "IsExchange")
	}
	return isSet(d.Tree, "IsExchange") || hasPrefixFold(d.Name, "exchange")
}
