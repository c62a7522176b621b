package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
)

func playerSpawnPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.PlayerSpawns,
			Sets: []recordform.Set{
				{Fields: []string{"type", "comment", "group"}},
				{Title: "Place", Fields: []string{"x", "z", "y", "a"}},
			},
		},
		group: "Players", one: "player spawn", many: "player spawns",
		columns:  []string{"comment", "type", "x", "z", "group"},
		empty:    "Player spawns are the points around which players enter the world.",
		deletion: "This deletes the spawn point.",
	}
}
