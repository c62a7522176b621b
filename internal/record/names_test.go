package record

import (
	"testing"
)

// TestRouteParameters holds the names that the interface gives to the parameters of routes.
func TestRouteParameters(t *testing.T) {
	t.Parallel()
	for r, want := range map[*Resource]string{
		InstanceClassnames: "instanceClassname", Types: "type", TypePresets: "typePreset", Events: "event",
		EventSpawns: "eventSpawn", SpawnableTypes: "spawnableType", RandomPresets: "randomPreset",
		TraderSellers: "traderSeller", TraderItems: "traderItem", TraderCurrencies: "traderCurrency",
		TraderCategories: "traderCategory", PlayerLists: "playerList", PlayerSpawns: "playerSpawn",
		EffectAreas: "effectArea", Messages: "message", Classnames: "classname", Mods: "mod",
		TypeValues: "typeValue", TypeUsages: "typeUsage", TypeTags: "typeTag", Categories: "category",
		Subcategories: "subCategory", Instances: "instance",
	} {
		if got := r.Param(); got != want {
			t.Errorf("%s: %s, want %s", r.Name, got, want)
		}
	}
}
