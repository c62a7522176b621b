package lint

import "testing"

func TestExpansionClass(t *testing.T) {
	t.Parallel()
	w := worldOf(category("Guns", `{"ClassName":"akm","SpawnAttachments":["Mag"],"Variants":["Mag","AKM_Pink","Expansion_AKM"]}`), trader("Boris", `"Items":{"Axe":1,"AKM":1}`),
		loadout("Guard", `"ClassName":"","Sets":[{"ClassName":"WEAPON","InventoryCargo":[{"ClassName":"Bow"}]}]`), setting("damage-system", `"ExplosionTargets":["BaseBuildingBase"]`))
	try(t, expansionClass, w) // nobody knows any class
	w.Classes = newNames("AKM")
	try(t, expansionClass, w,
		"Guns: 2 classes are known neither to the instance nor to the catalogue: “Mag”, “AKM_Pink”.",
		"Guard: 1 class is known neither to the instance nor to the catalogue: “Bow”.")
}
