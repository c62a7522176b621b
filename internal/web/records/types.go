package records

import (
	"net/url"

	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func typePages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.Types,
			Sets: []recordform.Set{
				{Fields: []string{"name", "category_id", "enabled"}},
				{Title: "Count", Help: "How many there are, and when more spawn.", Fields: []string{"nominal", "min", "lifetime", "restock", "cost"}},
				{Title: "Locations", Help: "Where it may spawn.", Fields: []string{"usage_ids", "value_ids", "tag_ids"}},
				{
					Title: "Counting", Help: "What counts towards nominal, and how it gets into the world. “Not set” leaves the flag out of the file.",
					Fields: []string{"count_in_cargo", "count_in_hoarders", "count_in_map", "count_in_players", "crafted", "deloot"},
				},
				{Title: "Fill", Help: "For items that are stacked, filled or loaded.", Fields: []string{"qmin", "qmax"}},
				{Title: "File", Fields: []string{"source_file"}},
			},
			Omit: []string{classNameID, "tag_id"},
			Code: []string{"name", "source_file"},
		},
		group: "Loot", one: "type", many: "types",
		also:        pasteLink,
		columns:     []string{"name", "nominal", "min", "lifetime", "restock", "cost", "category_id", "usage_ids", "value_ids", "enabled"},
		status:      flagWords{"enabled", "enabled", "disabled"},
		loaded:      whereItLies,
		actions:     whyLink,
		economic:    true,
		empty:       "Import your types.xml or add the first type by hand.",
		deletion:    "This deletes the type and removes it from the generated file. Its class name is kept.",
		firstFields: classNameFields("AKM"),
		store:       createOnClass,
	}
}

// whereItLies shows where a type can spawn, and why nobody finds it.
func whereItLies(r *site.Request, row record.Row) *ui.Loaded {
	return &ui.Loaded{Title: "Where it can spawn", Link: ui.Link{Label: "Loot points that can hold it", URL: whyURL(r, row)}}
}

func whyLink(r *site.Request, row record.Row) []ui.Link {
	return []ui.Link{{Label: "Why does nobody find it?", URL: whyURL(r, row)}}
}

func whyURL(r *site.Request, row record.Row) string {
	return r.Instance.URL + "/economy/type?class=" + url.QueryEscape(record.Types.TitleOf(row))
}
