package web_test

import (
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// bulkSamples are the pages about changes of many records.
func bulkSamples() []sample {
	return []sample{
		{"types-finder", 200, typesPage(), ui.ListView{Table: finderTable("q=nominal>10", "")}},
		{
			"types-finder-wrong", 200, typesPage(),
			ui.ListView{Table: finderTable("q=nominl>10", "This filter is not understood: “nominl>10”: types have no field “nominl”.")},
		},
		{"type-in-list", 200, placed(under(inside("AKM", "/types/tYpE000001/edit"), "Types", "/types")), typeForm(false)},
		{"search", 200, inside("Search", "/search"), pages.Search{Action: root + "/search", Q: "ak", Groups: []pages.SearchGroup{
			{Title: "Pages", Found: []pages.Found{{Label: "Profile", URL: "/profile"}}},
			{Title: "Records", Found: []pages.Found{{Label: "AKM", Note: "type · Livonia Hardcore", URL: root + "/types/tYpE000001/edit"}}},
		}}},
		{"search-empty", 200, asUser("Search", "/search"), pages.Search{Action: "/search"}},
		{"bulk", 200, under(inside("Change many types", "/types/bulk"), "Types", "/types"), sampleBulkForm()},
		{"bulk-preview", 200, undoable(under(inside("Preview", "/types/bulk/preview"), "Types", "/types")), sampleBulkPreview(false)},
		{"bulk-delete", 200, under(inside("Preview", "/types/bulk/preview"), "Types", "/types"), sampleBulkPreview(true)},
		{"grid", 200, under(inside("Grid of types", "/types/grid"), "Types", "/types"), sampleGrid()},
		{"recipes", 200, inside("Recipes", "/recipes"), sampleRecipes()},
		{"recipe-built-in", 200, under(inside("More loot", "/recipes/more-loot"), "Recipes", "/recipes"), sampleBuiltIn()},
		{
			"job-change", 200, inside("Undo", "/jobs/jObJoBjOb1"),
			pages.Job{
				Change: true, Status: "Working", What: "working out what changes", Events: root + "/jobs/jObJoBjOb1/events", Overview: root,
				Cancel: sampleCancel(),
			},
		},
		{
			"job-run", 200, inside("Run of a schedule", "/jobs/jObJoBjOb1"),
			pages.Job{
				Run: true, Cancelled: "2 files were sent.", Overview: root,
				Links: []ui.Link{{Label: "The schedule", URL: root + "/schedules/sChEdUlE01"}, {Label: "Deliveries", URL: root + "/deliveries"}},
			},
		},
		{
			"job-changed", 200, undoable(inside("Recipe", "/jobs/jObJoBjOb1")),
			pages.Job{Change: true, Revision: ui.Link{Label: "See what was changed", URL: root + "/history/7"}, Overview: root},
		},
		{"recipe", 200, under(inside("Winter economy", "/recipes/rEcIpE0001"), "Recipes", "/recipes"), sampleRecipe()},
	}
}

func undoable(page *ui.Page) *ui.Page {
	page.Notices = []ui.Notice{{
		Tone: ui.Good, Text: "68 types were changed.", Undo: root + "/history/7/undo?seen=7",
		Links: []ui.Link{{Label: "Run Winter economy again?", URL: root + "/recipes/rEcIpE0001"}},
	}}
	return page
}

func finderTable(raw, wrong string) ui.Table {
	table := typesTable(raw)
	table.Finder = &ui.Finder{
		Q: "nominal>10", Found: "1,932 of 2,004 types", Rows: root + "/types/rows", FacetsURL: root + "/types/facets",
		Completion: root + "/types/completion",
		Views:      sampleViews(),
		Chips:      []ui.Chip{{Label: "Nominal > 10", URL: root + "/types"}},
		Facets: []ui.Facet{
			{
				Label: "Category",
				Values: []ui.FacetValue{
					{Label: "weapons", URL: root + "/types?q=nominal%3E10", Count: 320, Chosen: true},
					{Label: "food", URL: root + "/types?q=cat%3Afood", Count: 1612},
				},
			},
			{Label: "Source file", Values: sampleFiles()},
			{Label: "Problems", Values: []ui.FacetValue{{Label: "Any problem", URL: root + "/types?q=problem%3Aany", Uncounted: true}}},
		},
		Error: wrong, More: ui.Link{Label: "All of the filter language", URL: "/docs/api"},
		Examples: []ui.Example{
			{Text: "nominal>10", URL: root + "/types?q=nominal%3E10", Finds: "nominal above 10"},
			{Text: "-usage:Military", URL: root + "/types?q=-usage%3AMilitary", Finds: "usages without Military"},
		},
	}
	table.Many = &ui.Many{
		Found: "1,932 types", All: ui.Link{Label: "Change all 1,932", URL: root + "/types/bulk?q=*"}, Ticked: root + "/types/bulk",
		Submit: "Change the selected", Back: "nominal>10",
	}
	for i := range table.Rows {
		table.Rows[i].SID = "tYpE00000" + string(rune('1'+i))
	}
	return table
}

func sampleViews() *ui.Views {
	return &ui.Views{
		All: root + "/views", Current: "Weapons above 10", Edit: root + "/views/vIeW000001", Differs: true,
		Hidden: []ui.Hidden{{Name: "q", Value: "nominal>10"}},
		Links: []ui.ViewLink{
			{Label: "Weapons above 10", URL: root + "/types?view=vIeW000001", Current: true},
			{Label: "Food", URL: root + "/types?view=vIeW000002", Shared: true},
		},
	}
}

func placed(page *ui.Page) *ui.Page {
	page.Place = &ui.Place{
		List: root + "/types?q=cat%3Aweapons#row-tYpE000001", Position: "2 of 341 types",
		Prev: &ui.Link{Label: "AK101", URL: root + "/types/tYpE000002/edit"},
		Next: &ui.Link{Label: "Apple", URL: root + "/types/tYpE000003/edit"},
	}
	return page
}

func sampleFiles() (files []ui.FacetValue) {
	for i := range 11 {
		name := "mods/a_rather_long_name_of_a_mod/" + string(rune('a'+i)) + "_types.xml"
		files = append(files, ui.FacetValue{Label: name, URL: root + "/types?q=file%3A" + string(rune('a'+i)), Count: int64(1000 - i)})
	}
	return files
}

func sampleBulkForm() pages.BulkForm {
	control := func(name string, field ui.Field) ui.Control {
		return ui.Control{Field: field, ID: "change-" + name, Key: "change[" + name + "]"}
	}
	do := func(name string) ui.Control {
		return control(name+"-do", ui.Field{
			Label: name + ": what to do", Kind: ui.Select,
			Options: []ui.Option{{Label: "no change"}, {Value: "replace", Label: "Replace in it", Selected: true}},
		})
	}
	number := control("nominal-value", ui.Field{
		Label: "Nominal: value", Kind: ui.Text, Value: "much", Error: "The nominal field must be a number.",
	})
	usages := control("usages-value", ui.Field{Label: "Usages: value", Kind: ui.Checks, Options: filterOptions("Coast", "Military")})
	found := control("usages-find", ui.Field{Label: "Replace", Kind: ui.Select, Options: filterOptions("Coast", "Military")})
	then := control("min-then", ui.Field{
		Label: "Min: what to do then", Kind: ui.Select,
		Options: []ui.Option{{Label: "nothing else"}, {Value: "clamp", Label: "Keep min between", Selected: true}},
	})
	least, most := control("min-then-find", ui.Field{Label: "At least", Kind: ui.Text}),
		control("min-then-value", ui.Field{Label: "Min: value", Kind: ui.Text})
	last := control("min-last", ui.Field{Label: "Min: what to do then", Kind: ui.Select, Options: []ui.Option{{Label: "nothing else"}}})
	twice := pages.BulkField{Name: "min", Open: true, Label: "Min", Do: do("min"), With: "and at most", Then: &pages.BulkField{
		Label: "Min", Do: then, Find: &least, Value: &most, With: "and at most", Open: true, Then: &pages.BulkField{Label: "Min", Do: last},
	}}
	return pages.BulkForm{
		Lead: "Types that this filter finds: nominal>10", Error: "Choose what to change.", Action: root + "/types/bulk/preview",
		Begin:  root + "/types/bulk",
		Offers: []pages.BulkOffer{{Label: "Nominal", Options: []ui.Option{{Value: "nominal:divide", Label: "Divide nominal by"}}}},
		Hidden: []pages.FormValue{{Name: "q", Value: "nominal>10"}},
		Fields: []pages.BulkField{
			{Name: "nominal", Label: "Nominal", Do: do("nominal"), Value: &number, Open: true},
			{Name: "usages", Open: true, Label: "Usages", Do: do("usages"), Find: &found, Value: &usages},
			{Label: "Enabled", Do: do("enabled")},
			twice,
		},
		Delete: "Delete them …", Cancel: root + "/types",
	}
}

func sampleStep() pages.BulkStep {
	step := pages.BulkStep{
		Label: "Types", What: []string{"Divide nominal by 2"}, Counts: []string{"400 types change", "3 stay as they are"},
		Pager: ui.Pager{Page: 2, PerPage: 200, Total: 500},
		Also: []pages.Change{{
			Action: "updated", Resource: "event", Name: "StaticHeliCrash",
			Fields: []pages.FieldChange{{Label: "Secondary", Before: "A", After: "B"}},
		}},
	}
	step.Add(pages.BulkRow{
		SID: "tYpE000001", Name: "AKM", URL: root + "/types/tYpE000001/edit", Notes: []string{"Min comes down with Nominal"},
	},
		[]pages.FieldChange{{Label: "Nominal", Before: "20", After: "10"}, {Label: "Min", Before: "15", After: "10"}})
	step.Add(pages.BulkRow{SID: "tYpE000002", Name: "Apple", Left: true}, []pages.FieldChange{{Label: "Min", After: "10"}})
	return step
}

func sampleBulkPreview(deletes bool) pages.BulkPreview {
	recipe := single("recipe", root+"/recipes", "Keep as a recipe", ui.Field{
		Name: "name", Label: "Name", Kind: ui.Text, Required: true, Error: "The name field is required.",
	})
	view := pages.BulkPreview{
		Lead: "Types that this filter finds: nominal>10", Steps: []pages.BulkStep{sampleStep()},
		Back: ui.Link{Label: "Change something else", URL: root + "/types/bulk"},
		Form: ui.Form{ID: "change", Action: root + "/types/bulk", Submit: "Change 400 types", Cancel: root + "/types"}, Recipe: &recipe,
	}
	if deletes {
		view.Recipe = nil
		view.Delete = &ui.Confirm{
			Label: "Delete 400 types", Title: "Delete 400 types?", Text: "They are removed.",
			Form: ui.Form{ID: "change", Action: root + "/types/bulk", Submit: "Delete 400 types", Danger: true},
		}
	}
	return view
}

func sampleRecipes() pages.Recipes {
	q := ui.Query{Path: root + "/recipes"}
	table := ui.Table{
		Label: "Recipes", Hint: "Search by name", Query: q, Columns: []ui.Column{{Key: "name", Label: "Name"}, {Label: "What it does"}},
		Pager: ui.Pager{Query: q, Page: 1, PerPage: 50, Total: 1},
	}
	table.Rows = []ui.Row{{Cells: []ui.Cell{
		{Text: "Winter economy", URL: root + "/recipes/rEcIpE0001", Note: "After updates"}, {Text: "Types: nominal>10 – Divide nominal by 2"},
	}}}
	choice := ui.Control{
		Field: ui.Field{Label: "First", Kind: ui.Select, Options: filterOptions("Winter economy", "More loot (built in)")}, ID: "sequence-1",
		Key: "recipe[]",
	}
	return pages.Recipes{
		Lead: "Bulk changes to run again.", Table: table,
		Sequence: pages.RecipeSequence{Action: root + "/recipes/sequence", Controls: []ui.Control{choice}},
		BuiltIn: []pages.BuiltInRecipe{{
			Link: ui.Link{Label: "More loot", URL: root + "/recipes/more-loot"}, Note: "Multiplies nominal of everything that the economy spawns.",
		}},
	}
}

func sampleBuiltIn() pages.BulkPreview {
	view := sampleRecipe()
	view.Rename, view.Delete, view.CopyTitle = nil, nil, "Keep as my own"
	view.Factor = &pages.BulkFactor{Action: root + "/recipes/more-loot", Value: "1.5", Help: "2 is twice as much."}
	form := single("copy", root+"/recipes/more-loot/copy", "Keep as my own", ui.Field{Name: "name", Label: "Name", Kind: ui.Text})
	view.Copy = &form
	return view
}

func sampleRecipe() pages.BulkPreview {
	step := sampleStep()
	step.Title, step.Fixed, step.Up, step.Remove = "Types: nominal>10", true, root+"/recipes/rEcIpE0001/steps/1/up",
		root+"/recipes/rEcIpE0001/steps/1"
	rename := single("recipe", root+"/recipes/rEcIpE0001", "Save name and note", ui.Field{
		Name: "name", Label: "Name", Kind: ui.Text, Value: "Winter economy", Required: true,
	})
	return pages.BulkPreview{
		Lead: "After each update of the game", Steps: []pages.BulkStep{step}, Rename: &rename,
		Form: ui.Form{ID: "change", Action: root + "/recipes/rEcIpE0001/run", Submit: "Change 400 records", Cancel: root + "/recipes"},
		Delete: &ui.Confirm{
			Label: "Delete recipe", Title: "Delete Winter economy?", Text: "What it has changed stays.",
			Form: ui.Form{ID: "delete", Action: root + "/recipes/rEcIpE0001", Method: "DELETE", Submit: "Delete recipe", Danger: true},
		},
	}
}

func sampleGrid() pages.Grid {
	return pages.Grid{
		List: ui.Link{Label: "Types", URL: root + "/types"}, One: "type", Many: "types", Q: "nominal>10", Views: sampleViews(),
		Path: root + "/types/grid", Rows: "/grid/rows", Computed: "/grid/computed", Save: root + "/types/grid", Undo: "/grid/undo",
		Completion: "/completion",
	}
}
