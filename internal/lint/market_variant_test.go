package lint

import "testing"

func TestMarketVariant(t *testing.T) {
	t.Parallel()
	try(t, marketVariant, worldOf(
		category("Guns", `{"ClassName":"AKM","Variants":["AKM_Black","akm","AKM_Red","akm_red","Axe"]},{"ClassName":"AKM_Black"},{"ClassName":"AK","Variants":["AKM_Black"]}`),
		category("Tools", `{"ClassName":"axe"},{"ClassName":"AKM","Variants":["AKM_Green","AKM_Red"]}`)),
		"Guns: “akm_red” stands twice among the variants of “AKM”; the mod leaves it out here.",
		"Guns: “Axe” is a variant of “AKM”, and an item of Tools; the mod takes the first that it reads.",
		"Guns: “AKM_Black” is a variant of “AK”, and of “AKM” in Guns; the mod leaves it out here.")
}
