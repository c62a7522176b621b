package web

import "quartermaster/internal/record"

func eventPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.Events,
			sets: []fieldSet{
				{"", "", []string{"name", "active"}},
				{"Count", "How many there are, and when more come.", []string{"nominal", "min", "max", "lifetime", "restock"}},
				{"Distance", "How close players and other events of this kind may be.", []string{"safe_radius", "distance_radius", "cleanup_radius"}},
				{"Behavior", "", []string{"position", "limit", "secondary", "deletable", "init_random", "remove_damaged"}},
				{
					"Children", "What the event spawns: how many of each, and how many loot items each gets.",
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
		empty:    "Import your events.xml or add the first event by hand.",
		deletion: "This deletes the event and its children, and removes them from the generated file.",
	}
}
