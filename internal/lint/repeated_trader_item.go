package lint

import (
	"quartermaster/internal/record"
)

var repeatedTraderItem = &Rule{
	ID: "repeated-trader-item", Severity: Warning, Title: "Item twice at one trader",
	Says: sentences{
		"same": "The trader has the same item in the same quantity before, at the same prices. Delete one of them.",
		"fix":  "Delete this item.",
		"prices": "The trader has the same item in the same quantity before, for {firstbuy:2} and {firstsell:2}, and here for " +
			"{buy:2} and {sell:2}. Delete one of them.",
	},
	Check: func(w *world, report report) {
		type offer struct {
			seller int64
			lot    lot
		}
		before := map[offer]*record.TraderItem{}
		for _, item := range w.TraderItems {
			key := offer{item.SellerID, lotOf(item)}
			switch first := before[key]; {
			case first == nil:
				before[key] = item
			case first.Buy == item.Buy && first.Sell == item.Sell:
				report(item, says("same"), remove(says("fix")))
			default:
				report(item, says("prices", "firstbuy", price(first.Buy), "firstsell", price(first.Sell),
					"buy", price(item.Buy), "sell", price(item.Sell)), nil)
			}
		}
	},
}
