package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestDuplicateName(t *testing.T) {
	t.Parallel()
	mod := record.Origin{SourceFile: new("mod/events.xml")}
	try(t, duplicateName, worldOf(
		&record.Event{Name: "StaticBoat"}, &record.Event{Name: "StaticBoat"}, &record.Event{Name: "StaticBoat", Origin: mod},
		&record.EventSpawn{Name: "StaticBoat"}, &record.EventSpawn{Name: "staticboat", Positions: []record.SpawnPosition{{}}},
		&record.RandomPreset{Name: "food", Type: "cargo"}, &record.RandomPreset{Name: "food", Type: "attachments"},
		&record.RandomPreset{Name: "food", Type: "cargo"},
	),
		"StaticBoat: The file has an earlier entry with the same name and content. [Delete this entry.]",
		"staticboat: The file has an earlier entry with the same name.",
		"food: The file has an earlier entry with the same name and content. [Delete this entry.]")
}
