package web

import "quartermaster/internal/record"

func eventPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.Events,
			sets: []fieldSet{
				{"", "", []string{"name", "active"}},
				{"Count", "How many there are, and when more come.", []string{"nominal", "min", "max", "lifetime", "restock"}},
				{"Distance", "How near players and others of its kind may be.", []string{"safe_radius", "distance_radius", "cleanup_radius"}},
				{"Behaviour", "", []string{"position", "limit", "secondary", "deletable", "init_random", "remove_damaged"}},
				{
					"Children", "What the event spawns: how many of each, and how many items lie in it.",
					[]string{"children"},
				},
				{"File", "", []string{"source_file"}},
			},
			code:  []string{"name", "secondary", "source_file", "children.type"},
			items: map[string]string{"children": "child"},
		},
		group: "Events", one: "event", many: "events",
		columns:  []string{"name", "nominal", "min", "max", "lifetime", "restock", "children_count", "active"},
		status:   flagWords{"active", "active", "inactive"},
		empty:    "Import an events.xml or add the first one by hand.",
		deletion: "The event goes from the records and from the files that are written, with its children.",
	}
}
