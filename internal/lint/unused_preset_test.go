package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestUnusedPreset(t *testing.T) {
	t.Parallel()
	cargo, attachments := &record.RandomPreset{Name: "food", Type: "cargo"}, &record.RandomPreset{Name: "food", Type: "attachments"}
	bag := &record.SpawnableType{Name: "Bag", Blocks: []record.Block{{Kind: "cargo", Preset: new("Food")}}}
	try(t, unusedPreset, worldOf(cargo, attachments, bag), "food: No spawnable type uses this preset. [Delete the preset.]")
	try(t, unusedPreset, worldOf(cargo, attachments)) // spawnable types are not known
}
