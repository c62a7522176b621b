package web

import "quartermaster/internal/record"

func randomPresetPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.RandomPresets,
			sets: []fieldSet{
				{"", "", []string{"name", "type", "chance"}},
				{"Items", "What the game chooses from, and how likely each item is compared with the others.", []string{"items"}},
			},
			code:  []string{"name", "items.name"},
			items: map[string]string{"items": "item"},
		},
		group: "Loot", one: "random preset", many: "random presets",
		columns:  []string{"name", "type", "chance", "items_count"},
		empty:    "Random presets are lists of cargo or attachments that spawnable types refer to by name.",
		deletion: "This deletes the random preset and its items. Spawnable types that use it keep its name.",
	}
}
