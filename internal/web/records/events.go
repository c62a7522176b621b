package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
)

func eventPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.Events,
			Sets: []recordform.Set{
				{Fields: []string{"name", "active"}},
				{Title: "Count", Help: "How many there are, and when more spawn.", Fields: []string{"nominal", "min", "max", "lifetime", "restock"}},
				{
					Title: "Distance", Help: "How close players and other events of this kind may be.",
					Fields: []string{"safe_radius", "distance_radius", "cleanup_radius"},
				},
				{Title: "Behavior", Fields: []string{"position", "limit", "secondary", "deletable", "init_random", "remove_damaged"}},
				{
					Title: "Children", Help: "What the event spawns: how many of each, and how many loot items each gets.",
					Fields: []string{"children"},
				},
				{Title: "File", Fields: []string{"source_file"}},
			},
			Code:  []string{"name", "secondary", "source_file", "children.type"},
			Items: map[string]string{"children": "child"},
		},
		parts: placeSets, storeParts: storePlaces,
		group: "Events", one: "event", many: "events",
		also:     pasteLink,
		columns:  []string{"name", "nominal", "min", "max", "lifetime", "restock", "children_count", "active"},
		status:   flagWords{"active", "active", "inactive"},
		empty:    "Import your events.xml or add the first event by hand.",
		deletion: "This deletes the event and its children, and removes them from the generated file.",
	}
}
