package web

import "quartermaster/internal/record"

func randomPresetPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.RandomPresets,
			sets: []fieldSet{
				{"", "", []string{"name", "type", "chance"}},
				{"Items", "What is chosen from, and how often each is taken in comparison with the others.", []string{"items"}},
			},
			code:  []string{"name", "items.name"},
			items: map[string]string{"items": "item"},
		},
		group: "Loot", one: "random preset", many: "random presets",
		columns:  []string{"name", "type", "chance", "items_count"},
		empty:    "They are lists of cargo or attachments that spawnable types refer to by name. Add the first one by hand.",
		deletion: "The random preset goes from the records with its items. Spawnable types that name it keep the name.",
	}
}
