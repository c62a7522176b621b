package lint

import "testing"

func TestMarketUnknownItem(t *testing.T) {
	t.Parallel()
	boris := trader("Boris", `"Items":{"akm":1,"AKM_Black":1,"Axe":0}`)
	w := worldOf(category("Guns", `{"ClassName":"AKM","Variants":["akm_black"]}`), boris, trader("Old", `"Items":[]`))
	try(t, marketUnknownItem, w, "Boris: No market category has “Axe”; the trader does not trade it. [Remove “Axe”.]")
	if left := w.Mod.Traders[0].Tree.Object("Items").Len(); left != 2 {
		t.Errorf("%d items are left", left)
	}
	try(t, marketUnknownItem, worldOf(boris)) // the market was not imported
}
