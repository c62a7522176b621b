package web

func number(n int64) *int64 { return &n }

func choices(chosen string, labels ...string) []Option {
	var options []Option
	for i, label := range labels {
		options = append(options, Option{Value: string(rune('1' + i)), Label: label, Selected: label == chosen})
	}
	return options
}

func filterOptions(labels ...string) []Option {
	return append([]Option{{Label: "any"}}, choices("", labels...)...)
}

func typesTable(raw string) Table {
	q := query(root+"/types", raw)
	return Table{
		Label: "Types", Hint: "Search by name", Query: q,
		Columns: []Column{
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
		Filters: []Field{
			{Name: "category", Label: "Category", Kind: Select, Options: filterOptions("weapons", "food", "tools")},
			{Name: "usage", Label: "Usage", Kind: Select, Options: filterOptions("Coast", "Military", "Police")},
			{Name: "value", Label: "Value", Kind: Select, Options: filterOptions("Tier1", "Tier2")},
			{Name: "tag", Label: "Tag", Kind: Select, Options: filterOptions("floor", "shelves")},
			{Name: "status", Label: "Status", Kind: Select, Options: []Option{{Label: "any"}, {Value: "enabled", Label: "enabled"}, {Value: "disabled", Label: "disabled"}}},
			{Name: "source_file", Label: "Source file", Kind: Select, Options: filterOptions("db/types.xml")},
		},
		Rows:  typeRows(),
		Pager: Pager{q, 3, 15, 1932},
		Empty: Empty{Title: "No types yet", Text: "Import your types.xml or add the first type by hand.", Action: &Link{Label: "New type", URL: root + "/types/create"}},
	}
}

func typeRows() []Row {
	return []Row{
		typeRow("AKM", number(20), number(28800), "weapons", []string{"Military", "Police"}, []string{"Tier3", "Tier4"}, true),
		typeRow("Apple", number(0), number(5400), "food", []string{"Farm", "Village", "Town", "Coast", "Hunting"}, nil, true),
		typeRow("Barrel_Green", number(12000), number(3888000), "containers", []string{"Industrial"}, []string{"Tier1"}, true),
		typeRow("ExpansionHelicopterScrewdriver_Extended_Black", nil, nil, "", nil, nil, false),
		typeRow("GhillieSuit_Woodland", number(3), number(100000), "clothes", []string{"Hunting"}, []string{"Tier2", "Tier3", "Tier4", "Unique"}, true),
	}
}

func typeRow(name string, nominal, lifetime *int64, category string, usages, values []string, enabled bool) Row {
	status := Cell{Kind: BadgeCell, Text: "disabled"}
	if enabled {
		status = Cell{Kind: BadgeCell, Text: "enabled", Tone: Good}
	}
	return Row{Dim: !enabled, Cells: []Cell{
		{Kind: CodeCell, Text: name, URL: root + "/types/tYpE000001/edit"},
		NumberCell(nominal),
		NumberCell(nominal),
		DurationCell(lifetime),
		DurationCell(number(0)),
		NumberCell(number(100)),
		{Text: category},
		{Kind: TagsCell, Tags: usages},
		{Kind: TagsCell, Tags: values},
		status,
	}}
}

func noMatch() Table {
	table := typesTable("search=zzz")
	table.Rows = nil
	return table
}

func typeForm(wrong bool) FormView {
	nominal := Field{Name: "nominal", Label: "Nominal", Kind: Number, Value: "20", Min: "0", Help: "How many the game tries to keep in the world. Empty means not set."}
	if wrong {
		nominal.Value, nominal.Error = "x", "The nominal field must be an integer."
	}
	return FormView{
		Form: Form{ID: "type", Action: root + "/types/tYpE000001", Method: "PUT", Submit: "Save", Cancel: root + "/types", Sets: []Fieldset{
			{"Count", "How many there are, and when more come.", []Field{
				nominal,
				{Name: "min", Label: "Minimum", Kind: Number, Value: "10", Min: "0", Help: "Below this count the game spawns new ones."},
				{Name: "lifetime", Label: "Lifetime", Kind: Duration, Unit: "s", Value: "28800", Help: "How long one lies untouched before it goes."},
				{Name: "restock", Label: "Restock", Kind: Duration, Unit: "s", Help: "How long the game waits between spawns."},
				{Name: "cost", Label: "Cost", Kind: Number, Value: "100", Help: "Priority when the game chooses what to spawn."},
			}},
			{"Fill", "For items that are stacked, filled or loaded.", []Field{
				{Name: "qmin", Label: "At least", Kind: Number, Unit: "%", Value: "-1", Min: "-1", Max: "100", Help: "-1 means not used."},
				{Name: "qmax", Label: "At most", Kind: Number, Unit: "%", Value: "-1", Min: "-1", Max: "100"},
			}},
			{"Place", "Where it may spawn.", []Field{
				{Name: "category_id", Label: "Category", Kind: Select, Options: choices("weapons", "weapons", "food", "tools")},
				{Name: "usage_ids", Label: "Usages", Kind: Checks, Options: choices("Military", "Military", "Police", "Coast", "Village", "Town", "Farm", "Industrial", "Hunting"), Help: "Kinds of buildings. None means that no building asks for it."},
				{Name: "value_ids", Label: "Values", Kind: Checks, Options: choices("Tier3", "Tier1", "Tier2", "Tier3", "Tier4", "Unique")},
				{Name: "tag_ids", Label: "Tags", Kind: Checks, Options: choices("", "floor", "shelves", "ground")},
			}},
			{"Counting", "What the nominal counts. “Not set” leaves the flag out of the file.", []Field{
				{Name: "count_in_cargo", Label: "Inside containers", Kind: TriState, Value: "0"},
				{Name: "count_in_hoarders", Label: "In stashes and tents", Kind: TriState, Value: "1"},
				{Name: "count_in_map", Label: "On the map", Kind: TriState},
			}},
			{"Record", "", []Field{
				{Name: "enabled", Label: "Written to the server's files", Kind: Switch, Value: "1"},
				{Name: "source_file", Label: "Source file", Kind: Fixed, Code: true, Value: "db/types.xml"},
				{Name: "note", Label: "Note", Kind: TextArea, Value: "Rare on purpose."},
			}},
		}},
		Delete: &Confirm{
			Label: "Delete type", Title: "Delete AKM?", Text: "This deletes the type and removes it from the generated file. Its class name is kept.",
			Form: Form{ID: "delete", Action: root + "/types/tYpE000001", Method: "DELETE", Submit: "Delete AKM", Danger: true},
		},
	}
}

func eventsTable() Table {
	q := query(root+"/events", "")
	return Table{
		Label: "Events", Hint: "Search by name", Query: q, Pager: Pager{q, 1, 15, 2},
		Columns: []Column{{Key: "name", Label: "Name"}, {Key: "nominal", Label: "Nominal", Numeric: true}, {Key: "lifetime", Label: "Lifetime", Numeric: true}, {Label: "Children", Numeric: true}, {Key: "active", Label: "Status"}},
		Filters: []Field{{Name: "active", Label: "Status", Kind: Select, Options: []Option{{Label: "any"}, {Value: "1", Label: "active"}, {Value: "0", Label: "inactive"}}}},
		Rows: []Row{
			{Cells: []Cell{{Kind: CodeCell, Text: "VehicleOffroadHatchback", URL: root + "/events/eVeNt00001/edit"}, {Text: "8"}, DurationCell(number(300)), {Text: "4"}, {Kind: BadgeCell, Text: "active", Tone: Good}}},
			{Dim: true, Cells: []Cell{{Kind: CodeCell, Text: "StaticHeliCrash", URL: root + "/events/eVeNt00002/edit"}, {Text: "3"}, DurationCell(number(2100)), {Text: "1"}, {Kind: BadgeCell, Text: "inactive"}}},
		},
	}
}

func eventForm() FormView {
	return FormView{Form: Form{ID: "event", Action: root + "/events/eVeNt00001", Method: "PUT", Submit: "Save", Cancel: root + "/events", Sets: []Fieldset{
		{"Event", "", []Field{
			{Name: "name", Label: "Name", Kind: Text, Code: true, Required: true, Value: "VehicleOffroadHatchback", Help: "The prefix tells the game what kind of event it is and must stay.", Wide: true},
			{Name: "position", Label: "Position", Kind: Select, Options: choices("fixed", "fixed", "player", "uniform")},
			{Name: "active", Label: "Active", Kind: Switch, Value: "1"},
		}},
		{"Children", "What the event spawns.", []Field{
			{Name: "children", Label: "Children", Kind: RowList, Help: "Counts of each object, and of the loot inside it.", Rows: &Rows{
				Item: "child", Spare: 2,
				Columns: []Field{
					{Name: "type", Label: "Object", Kind: Text, Code: true},
					{Name: "min", Label: "Min", Kind: Number},
					{Name: "max", Label: "Max", Kind: Number},
					{Name: "lootmin", Label: "Loot min", Kind: Number},
					{Name: "lootmax", Label: "Loot max", Kind: Number},
				},
				Values: []RowValues{
					{Values: map[string]string{"type": "OffroadHatchback", "min": "3", "max": "5", "lootmin": "0", "lootmax": "0"}},
					{Values: map[string]string{"type": "OffroadHatchback_Blue", "min": "x"}, Errors: map[string]string{"min": "The min field must be an integer."}},
				},
			}},
		}},
	}}}
}

// sellerForm has the kinds of fields that types and events do not have.
func sellerForm() FormView {
	return FormView{Form: Form{ID: "trader-seller", Action: root + "/trader-sellers/sElLeR0001", Method: "PUT", Submit: "Save", Sets: []Fieldset{
		{"Place", "Where it stands.", []Field{
			{Name: "position", Label: "Position", Kind: Triple, Unit: "m", Help: "Of its marker.", Error: "The y field is required.", Parts: []Part{{"x", "11590.6"}, {"y", ""}, {"z", "x"}}},
			{Name: "until", Label: "Until", Kind: DateTime, Unit: "UTC", Value: "2027-01-31T12:00:00"},
			{Name: "attachments", Label: "Attachments", Kind: Lines, Code: true, Value: "TShirt_White\nJeans_Blue"},
		}},
		{"Blocks", "", []Field{{Name: "blocks", Label: "Blocks", Kind: RowList, Rows: &Rows{
			Item: "block", Spare: 1,
			Columns: []Field{{Name: "kind", Label: "Kind", Kind: Select, Options: filterOptions("cargo")}, {Name: "items", Label: "Items", Kind: Lines, Code: true}},
			Values:  []RowValues{{Values: map[string]string{"kind": "1", "items": "Apple often"}, Errors: map[string]string{"items": "Line 1: The chance field must be a number."}}},
		}}}},
	}}}
}
