package web

import "quartermaster/internal/record"

func typePages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.Types,
			sets: []fieldSet{
				{"", "", []string{"name", "category_id", "enabled"}},
				{"Count", "How many there are, and when more come.", []string{"nominal", "min", "lifetime", "restock", "cost"}},
				{"Place", "Where it may spawn.", []string{"usage_ids", "value_ids", "tag_ids"}},
				{
					"Counting", "What counts towards nominal, and how it comes into the world. “Not set” leaves the flag out of the file.",
					[]string{"count_in_cargo", "count_in_hoarders", "count_in_map", "count_in_players", "crafted", "deloot"},
				},
				{"Fill", "For what is stacked, drunk or loaded.", []string{"qmin", "qmax"}},
				{"File", "", []string{"source_file"}},
			},
			omit: []string{classNameID, "tag_id"},
			code: []string{"name", "source_file"},
		},
		group: "Loot", one: "type", many: "types",
		columns:     []string{"name", "nominal", "min", "lifetime", "restock", "cost", "category_id", "usage_ids", "value_ids", "enabled"},
		status:      flagWords{"enabled", "enabled", "disabled"},
		empty:       "Import a types.xml or add the first one by hand.",
		deletion:    "The type goes from the records and from the files that are written. Its class name stays.",
		firstFields: classNameFields("AKM"),
		store:       createOnClass,
	}
}
