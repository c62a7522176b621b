package lint

import "testing"

func TestMarketNegative(t *testing.T) {
	t.Parallel()
	try(t, marketNegative,
		worldOf(category("Guns",
			`{"ClassName":"AKM","MaxPriceThreshold":5,"MinPriceThreshold":-1,"MinStockThreshold":-3,"SellPricePercent":-1.0}`)),
		"Guns: MinPriceThreshold of “AKM” is -1; the mod uses 0. [Set MinPriceThreshold of “AKM” to 0.]",
		"Guns: MinStockThreshold of “AKM” is -3; the mod uses 0. [Set MinStockThreshold of “AKM” to 0.]")
}
