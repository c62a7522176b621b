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
		empty:    "They come with the files that you import, or you add the first one by hand.",
		deletion: "The class name goes from the records, and with it everything that is made on it: types, spawnable types, trader items and currencies of this class are deleted too.",
	}
}
