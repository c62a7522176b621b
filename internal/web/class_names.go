package web

import "quartermaster/internal/record"

func classnamePages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.InstanceClassnames,
			sets: []fieldSet{
				{"", "", []string{"name", "display_name", "category_id", "sub_category_id", "mod_id", "is_creature", "enabled"}},
				{"Attributes", "As JSON objects.", []string{"default_type_values", "payload"}},
			},
			omit: []string{"classname_id"},
			code: []string{"name"},
		},
		group: "Loot", one: "class name", many: "class names",
		columns:  []string{"name", "display_name", "category_id", "sub_category_id", "mod_id", "enabled"},
		status:   flagWords{"enabled", "enabled", "disabled"},
		empty:    "Class names are created when you import files. You can also add them by hand.",
		deletion: "This also deletes everything that belongs to the class name: its types, spawnable types, trader items and currencies.",
	}
}
