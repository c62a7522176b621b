package lint

import "testing"

func TestMarketUnknownAttachment(t *testing.T) {
	t.Parallel()
	try(t, marketUnknownAttachment, worldOf(
		category("Guns", `{"ClassName":"AKM","SpawnAttachments":["mag_black","Stock","Optic","optic"]}`),
		category("Mags", `{"ClassName":"Mag","Variants":["Mag_Black"]},{"ClassName":"stock"}`)),
		"Guns: “AKM” comes with “Optic”, which is not in any market category; it is sold without.")
}
