package lint

import "quartermaster/internal/jsontree"

var marketUnknownItem = &Rule{
	ID: "market-unknown-item", Severity: Error, Title: "Trader with an unknown item",
	Says: sentences{
		"missing": "No market category has {missing:some}; the trader does not trade it.",
	},
	needs: []string{"market-category"},
	Check: func(w *world, report report) {
		if len(w.Mod.Market) == 0 {
			return
		}
		sold := w.Mod.sold()
		for _, trader := range w.Mod.Traders {
			items := trader.Tree.Object("Items")
			if missing := unknown(items.Keys(), sold); len(missing) > 0 {
				report(trader.about, says("missing", "missing", missing),
					trader.mend(says("remove-some", "names", missing), func() { deleteKeys(items, newNames(missing...)) }))
			}
		}
	},
}

func deleteKeys(o *jsontree.Object, keys names) {
	for _, key := range o.Keys() {
		if keys.has(key) {
			o.Delete(key)
		}
	}
}
