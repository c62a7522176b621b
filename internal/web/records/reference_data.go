package records

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
)

func categoryPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{Resource: record.Categories, Sets: []recordform.Set{{Fields: []string{"name"}}}},
		one:  "category", many: "categories",
		lead:     "Categories group types and class names. An import adds those that its files use.",
		columns:  []string{"name"},
		deletion: "This removes the category from all of your instances: its types and class names are left without one.",
	}
}

func subcategoryPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{Resource: record.Subcategories, Sets: []recordform.Set{{Fields: []string{"name", "category_id"}}}},
		one:  "subcategory", many: "subcategories",
		lead:     "Subdivisions of a category, for class names.",
		columns:  []string{"name", "category_id"},
		empty:    "Subcategories divide a category, such as weapons into rifles and pistols.",
		deletion: "This removes the subcategory from all of your instances: its class names are left without one.",
	}
}

func modPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{Resource: record.Mods, Sets: []recordform.Set{{Fields: []string{"name", "steam_id", "app_id", "description"}}}},
		one:  "mod", many: "mods",
		lead:     "The mods that class names come from.",
		columns:  []string{"name", "steam_id", "classnames_count"},
		empty:    "Mods say where class names come from.",
		deletion: "This removes the mod from all of your instances: its class names are left without one.",
	}
}

func mapPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.Maps, Sets: []recordform.Set{{Fields: []string{"name", "name_short", "world_size", "mission"}}},
			Code: []string{"name_short", "mission"},
		},
		one: "map", many: "maps",
		lead:     "The maps that instances can use: well-known ones and your own.",
		columns:  []string{"name", "name_short", "world_size", "mission"},
		empty:    "Add a map that is not in the list.",
		deletion: "A map that an instance uses cannot be deleted.",
	}
}

// toReferences redirects to the first page of the reference data.
func toReferences(_ context.Context, r *site.Request) (site.Response, error) {
	return site.Redirect(r.Site.CollectionsIn(record.Reference)[0].URL(r)), nil
}
