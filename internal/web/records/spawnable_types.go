package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
)

func spawnableTypePages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.SpawnableTypes,
			Sets: []recordform.Set{
				{Fields: []string{"name", "damage_min", "damage_max", "hoarder", "tags"}},
				{
					Title: "Blocks", Help: "Each block gives at most one item, in this order: from a random preset, or from its own items. " +
						"Write one item per line: the class name, a space and its weight, such as “AK_WoodBttstck 0.8”.",
					Fields: []string{"blocks"},
				},
				{Title: "File", Fields: []string{"source_file"}},
			},
			Omit:  []string{classNameID},
			Code:  []string{"name", "tags", "source_file", "blocks.preset"},
			Items: map[string]string{"blocks": "block"},
		},
		group: "Loot", one: "spawnable type", many: "spawnable types",
		also:        pasteLink,
		columns:     []string{"name", "children_count", "damage_min", "damage_max", "hoarder"},
		empty:       "Spawnable types say what a class spawns with: damage, attachments and cargo.",
		deletion:    "This deletes the spawnable type and its blocks. Its class name and its type are kept.",
		firstFields: classNameFields("AKM"),
		store:       createOnClass,
	}
}
