package web

import "quartermaster/internal/record"

func effectAreaPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.EffectAreas,
			sets: []fieldSet{
				{"", "", []string{"area_name", "type", "trigger_type", "particle_name"}},
				{"Place", "", []string{"x", "y", "z", "radius", "height"}},
				{"Other keys", "As JSON objects.", []string{"data", "player_data"}},
			},
			code: []string{"type", "trigger_type", "particle_name"},
		},
		group: "World", one: "effect area", many: "effect areas",
		columns:  []string{"area_name", "type", "x", "z", "radius", "height"},
		empty:    "Effect areas are zones with gas, steam or another effect.",
		deletion: "This deletes the effect area.",
	}
}
