package lint

import "testing"

func TestMarketSellOverBuy(t *testing.T) {
	t.Parallel()
	guns := category("Guns",
		`{"ClassName":"AKM","MaxPriceThreshold":9,"SellPricePercent":95.0},{"ClassName":"Axe","MaxPriceThreshold":9,"SellPricePercent":80.0},`+
			`{"ClassName":"Relic","MaxPriceThreshold":9,"SellPricePercent":95.0},{"ClassName":"Gift","SellPricePercent":95.0},`+
			`{"ClassName":"Rope","MaxPriceThreshold":9,"SellPricePercent":-1.0}`)
	boris, anna := trader("Boris", `"Categories":["guns"],"Items":{"relic":2}`), trader("Anna", `"Items":{"AKM":2}`)
	market := setting("market", `"SellPricePercent":85.0`)
	dear := zone("Dear", `"BuyPricePercent":120.0,"SellPricePercent":100.0`)
	cheap := zone("Cheap", `"BuyPricePercent":80.0,"SellPricePercent":-1.0`)
	try(t, marketSellOverBuy, worldOf(guns, boris, anna, market, dear, cheap, zone("Same", `"BuyPricePercent":90,"SellPricePercent":-1`)),
		"Dear: Players sell for 100 % of a price and buy for 80 % in the cheapest zone. [Lower SellPricePercent to 80.]",
		"market: Players sell for 85 % of a price and buy for 80 % in the cheapest zone. [Lower SellPricePercent to 80.]",
		"Guns: Players sell “AKM” for 95 % of its price and buy it for 80 %. [Lower SellPricePercent of “AKM” to 80.]")
	try(t, marketSellOverBuy, worldOf(guns, boris, market)) // no zone is known
	try(t, marketSellOverBuy, worldOf(zone("Cheap", `"BuyPricePercent":80.0,"SellPricePercent":-1.0`)))
	try(t, marketSellOverBuy,
		worldOf(zone("Free", `"BuyPricePercent":-5.0,"SellPricePercent":-1.0`), zone("Paid", `"BuyPricePercent":9.0,"SellPricePercent":9.0`)),
		"Paid: Players sell for 9 % of a price and buy for 0 % in the cheapest zone. [Lower SellPricePercent to 0.]")
}
