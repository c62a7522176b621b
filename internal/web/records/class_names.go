package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
)

func classnamePages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.InstanceClassnames,
			Sets: []recordform.Set{
				{Fields: []string{"name", "display_name", "category_id", "sub_category_id", "mod_id", "is_creature", "enabled"}},
				{Title: "Attributes", Help: "As JSON objects.", Fields: []string{"default_type_values", "payload"}},
			},
			Omit: []string{"classname_id"},
			Code: []string{"name"},
		},
		group: "Loot", one: "class name", many: "class names",
		columns:  []string{"name", "display_name", "category_id", "sub_category_id", "mod_id", "enabled"},
		status:   flagWords{"enabled", "enabled", "disabled"},
		empty:    "Class names are created when you import files. You can also add them by hand.",
		deletion: "This also deletes everything that belongs to the class name: its types, spawnable types, trader items and currencies.",
	}
}
