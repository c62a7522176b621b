package lint

import (
	"quartermaster/internal/record"
)

var repeatedTraderItem = &Rule{
	ID: "repeated-trader-item", Severity: Warning, Title: "Item twice at one trader",
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
				report(item, "The trader has the same item in the same quantity before, at the same prices. Delete one of them.", remove("Delete this item."))
			default:
				report(item, "The trader has the same item in the same quantity before, for "+price(first.Buy)+" and "+price(first.Sell)+", and here for "+
					price(item.Buy)+" and "+price(item.Sell)+". Delete one of them.", nil)
			}
		}
	},
}
