package lint

import "testing"

func TestMarketDuplicateClass(t *testing.T) {
	t.Parallel()
	const knife = `{"ClassName":"Knife","MaxPriceThreshold":5}`
	w := worldOf(
		category("Ammo", `{"ClassName":"AKM","MaxPriceThreshold":1},`+knife+
			`,{"ClassName":"akm","MaxPriceThreshold":2},{"ClassName":""},{"ClassName":""}`),
		category("Knives", knife+`,{"ClassName":"AKM","MaxPriceThreshold":3}`))
	try(t, marketDuplicateClass, w,
		"Ammo: “akm” is already in the category Ammo; the mod ignores it here. [Delete the later entry of “akm”.]",
		"Knives: “Knife” is already in the category Ammo; the mod ignores it here. [Delete the later entry of “Knife”.]",
		"Knives: “AKM” is already in the category Ammo; the mod ignores it here.")
	if n := len(w.Mod.items()); n != 3 {
		t.Errorf("%d items are left", n)
	}
}
