package lint

var marketCurrency = &Rule{
	ID: "market-currency", Severity: Error, Title: "Currency that is not money",
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
		report(d.about, "No currency category has "+someOf(missing)+".", nil)
	}
}

// money are the classes that are money: those of the categories that say so, and, in files from before they could, of those whose
// names begin with exchange. Source: formats, B.4.
func (m *modFiles) money() names {
	money := names{}
	for _, g := range m.items() {
		if g.category.isExchange() {
			money.add(g.classes()...)
		}
	}
	return money
}

func (d *document) isExchange() bool {
	const saysSo = 12 // the first version that does
	version, known := numberAt(d.Tree, "m_Version")
	if known && version >= saysSo {
		return isSet(d.Tree, "IsExchange")
	}
	return isSet(d.Tree, "IsExchange") || hasPrefixFold(d.Name, "exchange")
}
