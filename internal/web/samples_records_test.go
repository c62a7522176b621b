package web_test

import (
	"quartermaster/internal/web/ui"
)

func number(n int64) *int64 { return &n }

func choices(chosen string, labels ...string) []ui.Option {
	var options []ui.Option
	for i, label := range labels {
		options = append(options, ui.Option{Value: string(rune('1' + i)), Label: label, Selected: label == chosen})
	}
	return options
}

func filterOptions(labels ...string) []ui.Option {
	return append([]ui.Option{{Label: "any"}}, choices("", labels...)...)
}

func typesTable(raw string) ui.Table {
	q := query(root+"/types", raw)
	return ui.Table{
		Label: "Types", Hint: "Search by name", Query: q,
		Columns: []ui.Column{
			{Key: "name", Label: "Name"},
			{Key: "nominal", Label: "Nominal", Numeric: true},
			{Key: "min", Label: "Min", Numeric: true},
			{Key: "lifetime", Label: "Lifetime", Numeric: true},
			{Key: "restock", Label: "Restock", Numeric: true},
			{Key: "cost", Label: "Cost", Numeric: true},
			{Key: "category", Label: "Category"},
			{Label: "Usages"},
			{Label: "Values"},
			{Key: "enabled", Label: "Status"},
		},
		Filters: []ui.Field{
			{Name: "category", Label: "Category", Kind: ui.Select, Options: filterOptions("weapons", "food", "tools")},
			{Name: "usage", Label: "Usage", Kind: ui.Select, Options: filterOptions("Coast", "Military", "Police")},
			{Name: "value", Label: "Value", Kind: ui.Select, Options: filterOptions("Tier1", "Tier2")},
			{Name: "tag", Label: "Tag", Kind: ui.Select, Options: filterOptions("floor", "shelves")},
			{
				Name: "status", Label: "Status", Kind: ui.Select,
				Options: []ui.Option{{Label: "any"}, {Value: "enabled", Label: "enabled"}, {Value: "disabled", Label: "disabled"}},
			},
			{Name: "source_file", Label: "Source file", Kind: ui.Select, Options: filterOptions("db/types.xml")},
		},
		Rows:  typeRows(),
		Pager: ui.Pager{Query: q, Page: 3, PerPage: 15, Total: 1932},
		Empty: ui.Empty{
			Title: "No types yet", Text: "Import your types.xml or add the first type by hand.",
			Action: &ui.Link{Label: "New type", URL: root + "/types/create"},
		},
	}
}

func typeRows() []ui.Row {
	return []ui.Row{
		typeRow("AKM", number(20), number(28800), "weapons", []string{"Military", "Police"}, []string{"Tier3", "Tier4"}, true),
		typeRow("Apple", number(0), number(5400), "food", []string{"Farm", "Village", "Town", "Coast", "Hunting"}, nil, true),
		typeRow("Barrel_Green", number(12000), number(3888000), "containers", []string{"Industrial"}, []string{"Tier1"}, true),
		typeRow("ExpansionHelicopterScrewdriver_Extended_Black", nil, nil, "", nil, nil, false),
		typeRow("GhillieSuit_Woodland", number(3), number(100000), "clothes", []string{"Hunting"}, []string{"Tier2", "Tier3", "Tier4", "Unique"},
			true),
	}
}

func typeRow(name string, nominal, lifetime *int64, category string, usages, values []string, enabled bool) ui.Row {
	status := ui.Cell{Kind: ui.BadgeCell, Text: "disabled"}
	if enabled {
		status = ui.Cell{Kind: ui.BadgeCell, Text: "enabled", Tone: ui.Good}
	}
	return ui.Row{Dim: !enabled, Cells: []ui.Cell{
		{Kind: ui.CodeCell, Text: name, URL: root + "/types/tYpE000001/edit"},
		ui.NumberCell(nominal),
		ui.NumberCell(nominal),
		ui.DurationCell(lifetime),
		ui.DurationCell(number(0)),
		ui.NumberCell(number(100)),
		{Text: category},
		{Kind: ui.TagsCell, Tags: usages},
		{Kind: ui.TagsCell, Tags: values},
		status,
	}}
}

func noMatch() ui.Table {
	table := typesTable("search=zzz")
	table.Rows = nil
	return table
}

func typeForm(wrong bool) ui.FormView {
	nominal := ui.Field{
		Name: "nominal", Label: "Nominal", Kind: ui.Number, Value: "20", Min: "0",
		Help: "How many the game tries to keep in the world. Empty means not set.",
	}
	if wrong {
		nominal.Value, nominal.Error = "x", "The nominal field must be an integer."
	}
	return ui.FormView{
		Also: &ui.Loaded{
			Title: "Where it can spawn",
			Link:  ui.Link{Label: "Loot points that can hold it", URL: root + "/economy/type?class=AKM"},
		},
		Form: ui.Form{ID: "type", Action: root + "/types/tYpE000001", Method: "PUT", Submit: "Save", Cancel: root + "/types", Sets: []ui.Fieldset{
			{Title: "Count", Help: "How many there are, and when more spawn.", Fields: []ui.Field{
				nominal,
				{Name: "min", Label: "Minimum", Kind: ui.Number, Value: "10", Min: "0", Help: "Below this count the game spawns new ones."},
				{
					Name: "lifetime", Label: "Lifetime", Kind: ui.Duration, Unit: "s", Value: "28800",
					Help: "How long one lies untouched before it goes.",
				},
				{Name: "restock", Label: "Restock", Kind: ui.Duration, Unit: "s", Help: "How long the game waits between spawns."},
				{Name: "cost", Label: "Cost", Kind: ui.Number, Value: "100", Help: "Priority when the game chooses what to spawn."},
			}},
			{Title: "Fill", Help: "For items that are stacked, filled or loaded.", Fields: []ui.Field{
				{Name: "qmin", Label: "At least", Kind: ui.Number, Unit: "%", Value: "-1", Min: "-1", Max: "100", Help: "-1 means not used."},
				{Name: "qmax", Label: "At most", Kind: ui.Number, Unit: "%", Value: "-1", Min: "-1", Max: "100"},
			}},
			{Title: "Place", Help: "Where it may spawn.", Fields: []ui.Field{
				{Name: "category_id", Label: "Category", Kind: ui.Select, Options: choices("weapons", "weapons", "food", "tools")},
				{
					Name: "usage_ids", Label: "Usages", Kind: ui.Checks,
					Options: choices("Military", "Military", "Police", "Coast", "Village", "Town", "Farm", "Industrial", "Hunting"),
					Help:    "Kinds of buildings. None means that no building asks for it.",
				},
				{Name: "value_ids", Label: "Values", Kind: ui.Checks, Options: choices("Tier3", "Tier1", "Tier2", "Tier3", "Tier4", "Unique")},
				{Name: "tag_ids", Label: "Tags", Kind: ui.Checks, Options: choices("", "floor", "shelves", "ground")},
			}},
			{Title: "Counting", Help: "What the nominal counts. “Not set” leaves the flag out of the file.", Fields: []ui.Field{
				{Name: "count_in_cargo", Label: "Inside containers", Kind: ui.TriState, Value: "0"},
				{Name: "count_in_hoarders", Label: "In stashes and tents", Kind: ui.TriState, Value: "1"},
				{Name: "count_in_map", Label: "On the map", Kind: ui.TriState},
			}},
			{Title: "Record", Help: "", Fields: []ui.Field{
				{Name: "enabled", Label: "Written to the server's files", Kind: ui.Switch, Value: "1"},
				{Name: "source_file", Label: "Source file", Kind: ui.Fixed, Code: true, Value: "db/types.xml"},
				{Name: "note", Label: "Note", Kind: ui.TextArea, Value: "Rare on purpose."},
			}},
		}},
		Delete: &ui.Confirm{
			Label: "Delete type", Title: "Delete AKM?",
			Text: "This deletes the type and removes it from the generated file. Its class name is kept.",
			Form: ui.Form{ID: "delete", Action: root + "/types/tYpE000001", Method: "DELETE", Submit: "Delete AKM", Danger: true},
		},
	}
}

func eventsTable() ui.Table {
	q := query(root+"/events", "")
	return ui.Table{
		Label: "Events", Hint: "Search by name", Query: q, Pager: ui.Pager{Query: q, Page: 1, PerPage: 15, Total: 2},
		Columns: []ui.Column{
			{Key: "name", Label: "Name"},
			{Key: "nominal", Label: "Nominal", Numeric: true},
			{Key: "lifetime", Label: "Lifetime", Numeric: true},
			{Label: "Children", Numeric: true},
			{Key: "active", Label: "Status"},
		},
		Filters: []ui.Field{{
			Name: "active", Label: "Status", Kind: ui.Select,
			Options: []ui.Option{{Label: "any"}, {Value: "1", Label: "active"}, {Value: "0", Label: "inactive"}},
		}},
		Rows: []ui.Row{
			{Cells: []ui.Cell{
				{Kind: ui.CodeCell, Text: "VehicleOffroadHatchback", URL: root + "/events/eVeNt00001/edit"},
				{Text: "8"},
				ui.DurationCell(number(300)),
				{Text: "4"},
				{Kind: ui.BadgeCell, Text: "active", Tone: ui.Good},
			}},
			{
				Dim: true,
				Cells: []ui.Cell{
					{Kind: ui.CodeCell, Text: "StaticHeliCrash", URL: root + "/events/eVeNt00002/edit"},
					{Text: "3"},
					ui.DurationCell(number(2100)),
					{Text: "1"},
					{Kind: ui.BadgeCell, Text: "inactive"},
				},
			},
		},
	}
}

func eventForm() ui.FormView {
	return ui.FormView{Form: ui.Form{
		ID: "event", Action: root + "/events/eVeNt00001", Method: "PUT", Submit: "Save", Cancel: root + "/events",
		Sets: []ui.Fieldset{
			{Title: "Event", Help: "", Fields: []ui.Field{
				{
					Name: "name", Label: "Name", Kind: ui.Text, Code: true, Required: true, Value: "VehicleOffroadHatchback",
					Help: "The prefix tells the game what kind of event it is and must stay.", Wide: true,
				},
				{Name: "position", Label: "Position", Kind: ui.Select, Options: choices("fixed", "fixed", "player", "uniform")},
				{Name: "active", Label: "Active", Kind: ui.Switch, Value: "1"},
			}},
			{Title: "Children", Help: "What the event spawns.", Fields: []ui.Field{
				{Name: "children", Label: "Children", Kind: ui.RowList, Help: "Counts of each object, and of the loot inside it.", Rows: &ui.Rows{
					Item: "child", Spare: 2,
					Columns: []ui.Field{
						{Name: "type", Label: "Object", Kind: ui.Text, Code: true},
						{Name: "min", Label: "Min", Kind: ui.Number},
						{Name: "max", Label: "Max", Kind: ui.Number},
						{Name: "lootmin", Label: "Loot min", Kind: ui.Number},
						{Name: "lootmax", Label: "Loot max", Kind: ui.Number},
					},
					Values: []ui.RowValues{
						{Values: map[string]string{"type": "OffroadHatchback", "min": "3", "max": "5", "lootmin": "0", "lootmax": "0"}},
						{
							Values: map[string]string{"type": "OffroadHatchback_Blue", "min": "x"},
							Errors: map[string]string{"min": "The min field must be an integer."},
						},
					},
				}},
			}},
		},
	}}
}

// sellerForm has the kinds of fields that types and events do not have.
func sellerForm() ui.FormView {
	return ui.FormView{Form: ui.Form{
		ID: "trader-seller", Action: root + "/trader-sellers/sElLeR0001", Method: "PUT", Submit: "Save",
		Sets: []ui.Fieldset{
			{Title: "Place", Help: "Where it stands.", Fields: []ui.Field{
				{
					Name: "position", Label: "Position", Kind: ui.Triple, Unit: "m", Help: "Of its marker.", Error: "The y field is required.",
					Parts: []ui.Part{{Label: "x", Value: "11590.6"}, {Label: "y", Value: ""}, {Label: "z", Value: "x"}},
				},
				{Name: "until", Label: "Until", Kind: ui.DateTime, Unit: "UTC", Value: "2027-01-31T12:00:00"},
				{Name: "attachments", Label: "Attachments", Kind: ui.Lines, Code: true, Value: "TShirt_White\nJeans_Blue"},
			}},
			{Title: "Blocks", Help: "", Fields: []ui.Field{{Name: "blocks", Label: "Blocks", Kind: ui.RowList, Rows: &ui.Rows{
				Item: "block", Spare: 1,
				Columns: []ui.Field{
					{Name: "kind", Label: "Kind", Kind: ui.Select, Options: filterOptions("cargo")},
					{Name: "items", Label: "Items", Kind: ui.Lines, Code: true},
				},
				Values: []ui.RowValues{{
					Values: map[string]string{"kind": "1", "items": "Apple often"},
					Errors: map[string]string{"items": "Line 1: The chance field must be a number."},
				}},
			}}}},
		},
	}}
}
