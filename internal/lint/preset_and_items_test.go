package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestPresetAndItems(t *testing.T) {
	t.Parallel()
	items := []record.ChanceItem{{Name: "Apple"}}
	try(t, presetAndItems,
		worldOf(&record.SpawnableType{
			Name: "Bag", Blocks: []record.Block{{Items: items}, {Preset: new("food")}, {Preset: new("food"), Items: items}},
		}),
		"Bag: Block 3 names the preset “food” and also has its own items.")
}
