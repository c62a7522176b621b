package lint

import "testing"

func TestMarketVariant(t *testing.T) {
	t.Parallel()
	try(t, marketVariant, worldOf(
		category("Guns",
			`{"ClassName":"AKM","Variants":["AKM_Black","akm","AKM_Red","akm_red","Axe"]},{"ClassName":"AKM_Black"},{"ClassName":"AK",`+
				`"Variants":["AKM_Black"]}`),
		category("Tools", `{"ClassName":"axe"},{"ClassName":"AKM","Variants":["AKM_Green","AKM_Red"]}`)),
		"Guns: “akm_red” is listed twice among the variants of “AKM”; the mod ignores it here.",
		"Guns: “Axe” is a variant of “AKM”, and an item of Tools; the mod uses the one that it reads first.",
		"Guns: “AKM_Black” is a variant of “AK”, and of “AKM” in Guns; the mod ignores it here.")
}
