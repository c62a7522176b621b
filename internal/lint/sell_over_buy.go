package lint

import (
	"strings"

	"quartermaster/internal/record"
)

var sellOverBuy = &Rule{
	ID: "sell-over-buy", Severity: Warning, Title: "Trader pays more than the item costs",
	Check: func(w *World, report report) {
		cheapest := map[goods]*record.TraderItem{}
		for _, item := range w.TraderItems {
			if best := cheapest[goodsOf(item)]; item.Buy >= 0 && (best == nil || item.Buy < best.Buy) {
				cheapest[goodsOf(item)] = item
			}
		}
		for _, item := range w.TraderItems {
			source := cheapest[goodsOf(item)]
			if source == nil || item.Sell <= source.Buy {
				continue
			}
			report(item, "Players sell it for "+price(item.Sell)+" and buy it"+where(item, source)+" for "+price(source.Buy)+".",
				change("Lower the selling price to "+price(source.Buy)+".", func() { item.Sell = source.Buy }))
		}
	},
}

// goods is what is traded: so much of a class.
type goods struct {
	class    int64
	quantity string
}

func goodsOf(item *record.TraderItem) goods {
	quantity := "*" // a full piece, as without a quantity
	if item.QuantityCode != nil {
		quantity = strings.ToUpper(*item.QuantityCode)
	}
	return goods{item.InstanceClassnameID, quantity}
}

// where tells that the cheaper one is offered elsewhere.
func where(item, source *record.TraderItem) string {
	switch {
	case item == source:
		return ""
	case item.SellerID == source.SellerID:
		return " from the same trader"
	}
	return " from another trader"
}
