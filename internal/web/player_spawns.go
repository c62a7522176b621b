package web

import "quartermaster/internal/record"

func playerSpawnPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.PlayerSpawns,
			sets: []fieldSet{
				{"", "", []string{"type", "comment", "group"}},
				{"Place", "", []string{"x", "z", "y", "a"}},
			},
		},
		group: "Players", one: "player spawn", many: "player spawns",
		columns:  []string{"comment", "type", "x", "z", "group"},
		empty:    "Player spawns are the points around which players enter the world.",
		deletion: "This deletes the spawn point.",
	}
}
