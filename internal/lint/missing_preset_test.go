package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestMissingPreset(t *testing.T) {
	t.Parallel()
	uses := func(name, kind, preset string) *record.SpawnableType {
		return &record.SpawnableType{Name: name, Blocks: []record.Block{{Kind: kind, Preset: &preset}, {Kind: "cargo"}}}
	}
	preset := &record.RandomPreset{Name: "Food", Type: "cargo"}
	try(t, missingPreset, worldOf(uses("Bag", "cargo", "food"), uses("Vest", "attachments", "food"), uses("Box", "cargo", "tools"), preset),
		"Vest: There is no random preset for “attachments food”.",
		"Box: There is no random preset for “cargo tools”.")
	imported := uses("Imported", "cargo", "food")
	imported.Raw = new("<type/>")
	try(t, missingPreset, worldOf(imported, uses("Made", "cargo", "food")), "Made: There is no random preset for “cargo food”.")
}
