package lint

import (
	"strings"

	"quartermaster/internal/record"
)

var sellOverBuy = &Rule{
	ID: "sell-over-buy", Severity: Warning, Title: "Trader pays more than the item costs",
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
			report(item, "Players sell it for "+price(item.Sell)+" and buy it"+where(item, source)+" for "+price(source.Buy)+".",
				mend("Lower the selling price to "+price(source.Buy)+".", func() { item.Sell = source.Buy }))
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

// where says which trader offers the cheaper item, if it is not the same item.
func where(item, source *record.TraderItem) string {
	switch {
	case item == source:
		return ""
	case item.SellerID == source.SellerID:
		return " from the same trader"
	}
	return " from another trader"
}
