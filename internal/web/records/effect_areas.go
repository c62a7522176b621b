package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
)

func effectAreaPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.EffectAreas,
			Sets: []recordform.Set{
				{Fields: []string{"area_name", "type", "trigger_type", "particle_name"}},
				{Title: "Place", Fields: []string{"x", "y", "z", "radius", "height"}},
				{Title: "Other keys", Help: "As JSON objects.", Fields: []string{"data", "player_data"}},
			},
			Code: []string{"type", "trigger_type", "particle_name"},
		},
		group: "World", one: "effect area", many: "effect areas",
		columns:  []string{"area_name", "type", "x", "z", "radius", "height"},
		empty:    "Effect areas are zones with gas, steam or another effect.",
		deletion: "This deletes the effect area.",
	}
}
