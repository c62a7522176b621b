package lint

import "testing"

func TestMarketMinOverMax(t *testing.T) {
	t.Parallel()
	try(t, marketMinOverMax, worldOf(category("Guns",
		`{"ClassName":"AKM","MaxPriceThreshold":5,"MinPriceThreshold":10,"MaxStockThreshold":1,"MinStockThreshold":1},`+
			`{"ClassName":"Axe","MaxPriceThreshold":5,"MinPriceThreshold":5,"MaxStockThreshold":2,"MinStockThreshold":3},`+
			`{"ClassName":"Saw","MaxPriceThreshold":-9,"MinPriceThreshold":-1}`)),
		"Guns: “AKM” has a highest price of 5 and a lowest of 10; the mod uses 10 for both. [Set MaxPriceThreshold of “AKM” to 10.]",
		"Guns: “Axe” has a highest stock of 2 and a lowest of 3; the mod uses 3 for both. [Set MaxStockThreshold of “Axe” to 3.]",
		"Guns: “Saw” has a highest price of -9 and a lowest of -1; the mod uses 0 for both. [Set MaxPriceThreshold of “Saw” to 0.]")
}
