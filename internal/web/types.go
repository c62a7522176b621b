package web

import "quartermaster/internal/record"

func typePages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.Types,
			sets: []fieldSet{
				{"", "", []string{"name", "category_id", "enabled"}},
				{"Count", "How many there are, and when more come.", []string{"nominal", "min", "lifetime", "restock", "cost"}},
				{"Locations", "Where it may spawn.", []string{"usage_ids", "value_ids", "tag_ids"}},
				{
					"Counting", "What counts towards nominal, and how it gets into the world. “Not set” leaves the flag out of the file.",
					[]string{"count_in_cargo", "count_in_hoarders", "count_in_map", "count_in_players", "crafted", "deloot"},
				},
				{"Fill", "For items that are stacked, filled or loaded.", []string{"qmin", "qmax"}},
				{"File", "", []string{"source_file"}},
			},
			omit: []string{classNameID, "tag_id"},
			code: []string{"name", "source_file"},
		},
		group: "Loot", one: "type", many: "types",
		columns:     []string{"name", "nominal", "min", "lifetime", "restock", "cost", "category_id", "usage_ids", "value_ids", "enabled"},
		status:      flagWords{"enabled", "enabled", "disabled"},
		empty:       "Import your types.xml or add the first type by hand.",
		deletion:    "This deletes the type and removes it from the generated file. Its class name is kept.",
		firstFields: classNameFields("AKM"),
		store:       createOnClass,
	}
}
