package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestSellOverBuy(t *testing.T) {
	t.Parallel()
	item := func(name string, seller, class int64, code string, buy, sell record.Hundredths) *record.TraderItem {
		return &record.TraderItem{Name: name, SellerID: seller, InstanceClassnameID: class, QuantityCode: &code, Buy: buy, Sell: sell}
	}
	dear := item("Dear", 1, 1, "*", 1000, 1250)
	elsewhere := item("Elsewhere", 2, 2, "m", -100, 5)
	try(t, sellOverBuy, worldOf(
		dear, item("Even", 1, 3, "*", 1000, 1000), item("OnlyTaken", 1, 4, "*", -100, 9999),
		elsewhere, item("Cheap", 1, 2, "M", 4, -100), item("Ten", 1, 2, "10", 100, 90), item("Near", 1, 2, "M", 6, 5),
	),
		"Dear: Players sell it for 12.50 and buy it for 10.00. [Lower the selling price to 10.00.]",
		"Elsewhere: Players sell it for 0.05 and buy it from another trader for 0.04. [Lower the selling price to 0.04.]",
		"Near: Players sell it for 0.05 and buy it from the same trader for 0.04. [Lower the selling price to 0.04.]")
	if dear.Sell != 1000 || elsewhere.Sell != 4 {
		t.Errorf("%d and %d", dear.Sell, elsewhere.Sell)
	}
}
