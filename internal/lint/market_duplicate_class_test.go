package lint

import "testing"

func TestMarketDuplicateClass(t *testing.T) {
	t.Parallel()
	const knife = `{"ClassName":"Knife","MaxPriceThreshold":5}`
	w := worldOf(
		category("Ammo", `{"ClassName":"AKM","MaxPriceThreshold":1},`+knife+`,{"ClassName":"akm","MaxPriceThreshold":2},{"ClassName":""},{"ClassName":""}`),
		category("Knives", knife+`,{"ClassName":"AKM","MaxPriceThreshold":3}`))
	try(t, marketDuplicateClass, w,
		"Ammo: “akm” stands in the category Ammo already; the mod drops it here. [Delete the later entry of “akm”.]",
		"Knives: “Knife” stands in the category Ammo already; the mod drops it here. [Delete the later entry of “Knife”.]",
		"Knives: “AKM” stands in the category Ammo already; the mod drops it here.")
	if n := len(w.Mod.goods()); n != 3 {
		t.Errorf("%d items are left", n)
	}
}
