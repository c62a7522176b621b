package lint

import "testing"

func TestMarketSelfAttachment(t *testing.T) {
	t.Parallel()
	try(t, marketSelfAttachment, worldOf(category("Guns", `{"ClassName":"AKM","SpawnAttachments":["Mag","akm","AKM"]},{"ClassName":"Axe","Variants":["AXE"]}`)),
		"Guns: “AKM” is attached to itself; the mod leaves that out. [Take “akm” out of its SpawnAttachments.]",
		"Guns: “Axe” is a variant of itself; the mod leaves that out. [Take “AXE” out of its Variants.]")
}
