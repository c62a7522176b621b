package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
)

func eventSpawnPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.EventSpawns,
			Sets: []recordform.Set{
				{Fields: []string{"name"}},
				{
					Title: "Zone", Help: "Infected around each position: radius, number at the start and number that follow.",
					Fields: []string{"zone_r", "zone_smin", "zone_smax", "zone_dmin", "zone_dmax"},
				},
				{
					Title: "Positions", Help: "One per line: x, z, height, direction and group, separated by spaces. Write - for a value that is not set.",
					Fields: []string{"positions"},
				},
			},
			Code: []string{"name"},
		},
		group: "Events", one: "event spawn", many: "event spawns",
		also:     pasteLink,
		columns:  []string{"name", "children_count", "zone_r", "zone_smin", "zone_smax", "zone_dmin", "zone_dmax"},
		empty:    "Event spawns say where events take place. Each has the name of its event.",
		deletion: "This also deletes its positions. The event with this name is kept.",
	}
}
