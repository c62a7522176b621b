package web

import "quartermaster/internal/record"

func eventSpawnPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.EventSpawns,
			sets: []fieldSet{
				{"", "", []string{"name"}},
				{
					"Zone", "Infected around each position: how far, how many from the start, and how many follow.",
					[]string{"zone_r", "zone_smin", "zone_smax", "zone_dmin", "zone_dmax"},
				},
				{
					"Positions", "A line each: x, z, height, direction and group, with blanks between them and - for what is not set.",
					[]string{"positions"},
				},
			},
			code: []string{"name"},
		},
		group: "Events", one: "event spawn", many: "event spawns",
		columns:  []string{"name", "children_count", "zone_r", "zone_smin", "zone_smax", "zone_dmin", "zone_dmax"},
		empty:    "They say where events take place. Add the first one under the name of an event.",
		deletion: "The event spawn goes from the records with its positions. The event of that name stays.",
	}
}
