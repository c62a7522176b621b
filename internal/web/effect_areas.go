package web

import "quartermaster/internal/record"

func effectAreaPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.EffectAreas,
			sets: []fieldSet{
				{"", "", []string{"area_name", "type", "trigger_type", "particle_name"}},
				{"Place", "", []string{"x", "y", "z", "radius", "height"}},
				{"Further keys", "As JSON objects.", []string{"data", "player_data"}},
			},
			code: []string{"type", "trigger_type", "particle_name"},
		},
		group: "World", one: "effect area", many: "effect areas",
		columns:  []string{"area_name", "type", "x", "z", "radius", "height"},
		empty:    "They are zones with gas, steam or another effect. Add the first one by hand.",
		deletion: "The area goes from the records.",
	}
}
