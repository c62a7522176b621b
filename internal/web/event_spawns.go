package web

import "quartermaster/internal/record"

func eventSpawnPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.EventSpawns,
			sets: []fieldSet{
				{"", "", []string{"name"}},
				{
					"Zone", "Infected around each position: radius, number at the start and number that follow.",
					[]string{"zone_r", "zone_smin", "zone_smax", "zone_dmin", "zone_dmax"},
				},
				{
					"Positions", "One per line: x, z, height, direction and group, separated by spaces. Write - for a value that is not set.",
					[]string{"positions"},
				},
			},
			code: []string{"name"},
		},
		group: "Events", one: "event spawn", many: "event spawns",
		columns:  []string{"name", "children_count", "zone_r", "zone_smin", "zone_smax", "zone_dmin", "zone_dmax"},
		empty:    "Event spawns say where events take place. Each has the name of its event.",
		deletion: "This also deletes its positions. The event with this name is kept.",
	}
}
