package web

import "quartermaster/internal/record"

func spawnableTypePages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.SpawnableTypes,
			sets: []fieldSet{
				{"", "", []string{"name", "damage_min", "damage_max", "hoarder", "tags"}},
				{
					"Blocks", "Each block gives at most one item, in this order: from a random preset, or from its own items. " +
						"Write one item per line: the class name, a space and its weight, such as “AK_WoodBttstck 0.8”.",
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
		empty:       "Spawnable types say what a class spawns with: damage, attachments and cargo.",
		deletion:    "This deletes the spawnable type and its blocks. Its class name and its type are kept.",
		firstFields: classNameFields("AKM"),
		store:       createOnClass,
	}
}
