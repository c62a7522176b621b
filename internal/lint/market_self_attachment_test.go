package lint

import "testing"

func TestMarketSelfAttachment(t *testing.T) {
	t.Parallel()
	try(t, marketSelfAttachment,
		worldOf(category("Guns", `{"ClassName":"AKM","SpawnAttachments":["Mag","akm","AKM"]},{"ClassName":"Axe","Variants":["AXE"]}`)),
		"Guns: “AKM” is attached to itself; the mod ignores that. [Remove “akm” from its SpawnAttachments.]",
		"Guns: “Axe” is a variant of itself; the mod ignores that. [Remove “AXE” from its Variants.]")
}
