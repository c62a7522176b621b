package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func presetPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.TypePresets,
			Sets: []recordform.Set{
				{Fields: []string{"title", "category_id", "enabled"}},
				{Title: "Count", Help: "Values that are not set leave the types unchanged.", Fields: []string{"nominal", "min", "lifetime", "restock"}},
				{Title: "Place", Fields: []string{"usage_ids", "value_ids", "tag_id"}},
			},
		},
		group: "Loot", one: "preset", many: "presets",
		columns:  []string{"title", "category_id", "nominal", "min", "lifetime", "restock", "usage_ids", "value_ids", "tag_id", "enabled"},
		status:   flagWords{"enabled", "enabled", "disabled"},
		empty:    "A preset sets the same values in many types at once. Create one, preview the changes, and apply it.",
		deletion: "Types that the preset was applied to keep their values.",
		actions:  applyLink,
	}
}

func applyLink(r *site.Request, row record.Row) []ui.Link {
	return []ui.Link{{Label: "Apply to types", URL: applyURL(r, row)}}
}

func applyURL(r *site.Request, row record.Row) string {
	res := record.TypePresets
	return r.Instance.URL + "/" + res.Path + "/" + res.SID(row) + "/apply"
}
