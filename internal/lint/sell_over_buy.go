package lint

import (
	"strings"

	"quartermaster/internal/record"
)

var sellOverBuy = &Rule{
	ID: "sell-over-buy", Severity: Warning, Title: "Trader pays more than the item costs",
	Says: sentences{
		"item":         "Players sell it for {sell:2} and buy it for {buy:2}.",
		"same-trader":  "Players sell it for {sell:2} and buy it from the same trader for {buy:2}.",
		"other-trader": "Players sell it for {sell:2} and buy it from another trader for {buy:2}.",
		"fix":          "Lower the selling price to {buy:2}.",
	},
	Check: func(w *world, report report) {
		cheapest := map[lot]*record.TraderItem{}
		for _, item := range w.TraderItems {
			if best := cheapest[lotOf(item)]; item.Buy >= 0 && (best == nil || item.Buy < best.Buy) {
				cheapest[lotOf(item)] = item
			}
		}
		for _, item := range w.TraderItems {
			source := cheapest[lotOf(item)]
			if source == nil || item.Sell <= source.Buy {
				continue
			}
			report(item, says(sellerOf(item, source), "sell", price(item.Sell), "buy", price(source.Buy)),
				mend(says("fix", "buy", price(source.Buy)), func() { item.Sell = source.Buy }))
		}
	},
}

// lot is a quantity of a class.
type lot struct {
	class    int64
	quantity string
}

func lotOf(item *record.TraderItem) lot {
	quantity := "*" // a full stack, the default
	if item.QuantityCode != nil {
		quantity = strings.ToUpper(*item.QuantityCode)
	}
	return lot{item.InstanceClassnameID, quantity}
}

// sellerOf tells which trader offers the cheaper item, if it is not the same item.
func sellerOf(item, source *record.TraderItem) (variant string) {
	switch {
	case item == source:
		return "item"
	case item.SellerID == source.SellerID:
		return "same-trader"
	}
	return "other-trader"
}
