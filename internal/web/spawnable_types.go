package web

import "quartermaster/internal/record"

func spawnableTypePages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.SpawnableTypes,
			sets: []fieldSet{
				{"", "", []string{"name", "damage_min", "damage_max", "hoarder", "tags"}},
				{
					"Blocks", "Each gives at most one item, in this order: from a random preset, or from its own items. " +
						"Those stand in a line each, the class name and behind a blank its weight, such as “AK_WoodBttstck 0.8”.",
					[]string{"blocks"},
				},
				{"File", "", []string{"source_file"}},
			},
			omit:  []string{classNameID},
			code:  []string{"name", "tags", "source_file", "blocks.preset"},
			items: map[string]string{"blocks": "block"},
		},
		group: "Loot", one: "spawnable type", many: "spawnable types",
		columns:     []string{"name", "children_count", "damage_min", "damage_max", "hoarder"},
		empty:       "They say what a class spawns with: damage, attachments and cargo. Add the first one by its class name.",
		deletion:    "The spawnable type goes from the records with its blocks. Its class name and its type stay.",
		firstFields: classNameFields("AKM"),
		store:       createOnClass,
	}
}
