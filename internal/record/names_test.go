package record_test

import (
	"testing"

	"quartermaster/internal/record"
)

// TestRouteParameters holds the names that the interface gives to the parameters of routes.
func TestRouteParameters(t *testing.T) {
	t.Parallel()
	for r, want := range map[*record.Resource]string{
		record.InstanceClassnames: "instanceClassname", record.Types: "type", record.TypePresets: "typePreset", record.Events: "event",
		record.EventSpawns: "eventSpawn", record.SpawnableTypes: "spawnableType", record.RandomPresets: "randomPreset",
		record.TraderSellers: "traderSeller", record.TraderItems: "traderItem", record.TraderCurrencies: "traderCurrency",
		record.TraderCategories: "traderCategory", record.PlayerLists: "playerList", record.PlayerSpawns: "playerSpawn",
		record.EffectAreas: "effectArea", record.Messages: "message", record.Classnames: "classname", record.Mods: "mod",
		record.TypeValues: "typeValue", record.TypeUsages: "typeUsage", record.TypeTags: "typeTag", record.Categories: "category",
		record.Subcategories: "subCategory", record.Instances: "instance",
	} {
		if got := r.Param(); got != want {
			t.Errorf("%s: %s, want %s", r.Name, got, want)
		}
	}
}
