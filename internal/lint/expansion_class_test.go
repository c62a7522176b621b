package lint

import "testing"

func TestExpansionClass(t *testing.T) {
	t.Parallel()
	w := worldOf(category("Guns", `{"ClassName":"akm","SpawnAttachments":["Mag"],"Variants":["Mag","AKM_Pink","Expansion_AKM"]}`),
		trader("Boris", `"Items":{"Axe":1,"AKM":1}`),
		loadout("Guard", `"ClassName":"","Sets":[{"ClassName":"WEAPON","InventoryCargo":[{"ClassName":"Bow"}]}]`),
		setting("damage-system", `"ExplosionTargets":["BaseBuildingBase"]`))
	try(t, expansionClass, w) // nobody knows any class
	w.Classes = newNames("AKM")
	try(t, expansionClass, w,
		"Guns: 2 classes are neither in the instance nor in the catalog: “Mag”, “AKM_Pink”.",
		"Guard: 1 class is neither in the instance nor in the catalog: “Bow”.")
}
