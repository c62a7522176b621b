package lint

import "testing"

func TestMarketUnknownCategory(t *testing.T) {
	t.Parallel()
	boris := trader("Boris", `"Categories":["ammo:2","Guns","Knives:1","Ammo:1:2"]`)
	w := worldOf(category("Ammo", ""), boris)
	try(t, marketUnknownCategory, w, "Boris: There is no market category “Guns”, “Knives”, “Ammo:1:2”. [Remove “Guns”, “Knives”, “Ammo:1:2”.]")
	if left := textsAt(w.Mod.Traders[0].Tree, "Categories"); len(left) != 1 {
		t.Errorf("%q is left", left)
	}
	try(t, marketUnknownCategory, worldOf(boris)) // the market was not imported
}
