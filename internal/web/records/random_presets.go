package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
)

func randomPresetPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.RandomPresets,
			Sets: []recordform.Set{
				{Fields: []string{"name", "type", "chance"}},
				{Title: "Items", Help: "What the game chooses from, and how likely each item is compared with the others.", Fields: []string{"items"}},
			},
			Code:  []string{"name", "items.name"},
			Items: map[string]string{"items": "item"},
		},
		group: "Loot", one: "random preset", many: "random presets",
		columns:  []string{"name", "type", "chance", "items_count"},
		empty:    "Random presets are lists of cargo or attachments that spawnable types refer to by name.",
		deletion: "This deletes the random preset and its items. Spawnable types that use it keep its name.",
	}
}
