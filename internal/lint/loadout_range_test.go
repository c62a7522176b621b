package lint

import "testing"

func TestLoadoutRange(t *testing.T) {
	t.Parallel()
	try(t, loadoutRange,
		worldOf(loadout("Guard",
			`"ClassName":"","Chance":1.0,"Health":[{"Min":0.8999999761581421,"Max":0.7,"Zone":""}],"InventoryAttachments":[{"SlotName":"Body",`+
				`"Items":[`+
				`{"ClassName":"Coat","Chance":"1.5","Quantity":{"Min":-1.0,"Max":0.0}},{"ClassName":"Vest","Chance":0.5,"Quantity":{"Min":0.0,`+
				`"Max":0.0}}]}],"Sets":[{"ClassName":"","Chance":-0.5}]`)),
		"Guard: Health.0 goes from 0.9 down to 0.7. [Raise Max of Health.0 to 0.9.]",
		"Guard: “Coat” has a chance of 1.5; it must be from 0 to 1. [Set the chance of “Coat” to 1.]",
		"Guard: InventoryAttachments.0.Items.0.Quantity goes from -1 to 0; it must not be negative.",
		"Guard: Sets.0 has a chance of -0.5; it must be from 0 to 1. [Set the chance of Sets.0 to 0.]")
	try(t, loadoutRange, worldOf(loadout("Words", `"Chance":"nan","Quantity":{"Min":"inf","Max":1}`))) // no numbers in JSON
}
