package web

import "net/http"

func sampleInstanceForm() FormView {
	return FormView{
		Form: Form{
			ID: "instance", Action: root, Method: "PUT", Submit: "Save", Cancel: root,
			Sets: []Fieldset{
				{"Server", "What the instance is called and which map it runs.", []Field{
					{Name: "name", Label: "Name", Kind: Text, Value: "Livonia Hardcore", Required: true, MaxLength: 255},
					{Name: "map_id", Label: "Map", Kind: Select, Required: true, Options: []Option{{Value: "1", Label: "Chernarus"}, {Value: "2", Label: "Livonia", Selected: true}}},
					{Name: "mission", Label: "Mission folder", Kind: Text, Code: true, Value: "dayzOffline.enoch", Help: "The folder below mpmissions that the files are written to."},
				}},
				{"Connection", "Where the server listens and how its files are reached.", []Field{
					{Name: "ip", Label: "Server address", Kind: Text, Code: true, Value: "203.0.113.300", Error: "The ip field must be a valid IP address."},
					{Name: "port", Label: "Game port", Kind: Number, Value: "2302", Min: "1", Max: "65535"},
					{Name: "password", Label: "Password", Kind: Password, Autocomplete: "new-password", Help: "Never shown. Leave empty to keep the stored one."},
					{Name: "clear_password", Label: "Delete the stored password", Kind: Switch},
					{Name: "is_sftp", Label: "Use SFTP instead of FTP", Kind: Switch, Value: "1"},
				}},
				{"Files", "", []Field{
					{Name: "use_vanilla_classnames", Label: "Vanilla class names count as known", Kind: Switch, Value: "1", Help: "Imports and the lint accept the names of the unmodified game."},
					{Name: "use_types_config", Label: "Write the types files", Kind: Switch, Help: "Off leaves the types files on the server alone."},
				}},
			},
		},
	}
}

func deleteForm() FormView {
	form := single("delete", root, "Delete permanently", Field{
		Name: "confirm", Label: "Type the name of the instance", Kind: Text, Code: true, Required: true, Wide: true, Help: "Livonia Hardcore",
	})
	form.Method, form.Danger, form.Cancel = "DELETE", true, root
	return FormView{
		Lead:  "This deletes “Livonia Hardcore” with everything that belongs to it. It cannot be undone.",
		Facts: []string{"1,932 types", "64 events", "the history of 412 changes"},
		Form:  form,
	}
}

func overviewView(report *Report) OverviewView {
	base := root + "/files/mpmissions/dayzOffline.enoch/"
	return OverviewView{
		Map: "Livonia", Mission: "dayzOffline.enoch", Sid: "iNsTaNcE01",
		Holds: []Holding{
			{"Types", root + "/types", 1932},
			{"Events", root + "/events", 64},
			{"Event spawns", root + "/event-spawns", 34},
			{"Spawnable types", root + "/spawnable-types", 412},
			{"Random presets", root + "/random-presets", 28},
			{"Messages", root + "/messages", 0},
		},
		Files: []File{
			{"mpmissions/dayzOffline.enoch/db/types.xml", "types", 583412, 1932, base + "db/types.xml", &Link{Label: "changed since import", URL: root + "/diff/mpmissions/dayzOffline.enoch/db/types.xml"}, ""},
			{"mpmissions/dayzOffline.enoch/db/events.xml", "events", 31200, 64, base + "db/events.xml", nil, ""},
			{"mpmissions/dayzOffline.enoch/cfgeconomycore.xml", "economy core", 980, 1, base + "cfgeconomycore.xml", nil, ""},
		},
		ZipURL:  root + "/files.zip",
		Import:  Import{Action: root + "/import", Limit: "32 MB", Report: report},
		Changes: sampleChanges()[:2],
		History: root + "/history",
	}
}

func sampleReport() *Report {
	return &Report{Mode: "merge", Files: []FileReport{
		{Path: "db/types.xml", Kind: "types", Status: "imported", Created: 12, Updated: 140, Unchanged: 1780, Warnings: []string{
			"Line 812: AKM names the usage “Militray”, which nobody has; it was added.",
		}},
		{Path: "notes.docx", Status: "skipped"},
		{Path: "db/events.xml", Kind: "events", Status: "failed", Error: "Line 44, column 7: element <nominal> is closed by </nominl>."},
	}}
}

func sampleDryRun() *Report {
	report := sampleReport()
	report.DryRun, report.Changes, report.Omitted = true, sampleChanges(), 1204
	return report
}

func sampleChanges() []Change {
	return []Change{
		{"Ada Quinn", sampleTime, "updated", "type", "AKM", root + "/types/tYpE000001/edit", []FieldChange{
			{"Nominal", "15", "20"}, {"Lifetime", "28,800 s", "43,200 s"}, {"Usages", "Military", "Military, Police"}, {"Cost", "", "100"},
		}, []Link{{Label: "Revision 412", URL: root + "/history/412"}}},
		{"Bo Lindqvist", sampleTime, "imported", "files", "db/types.xml, db/events.xml", "", nil, nil},
		{"Ada Quinn", sampleTime, "deleted", "event", "StaticHeliCrash_Old", "", []FieldChange{{"Nominal", "3", ""}}, nil},
	}
}

func historyView() HistoryView {
	return HistoryView{Changes: sampleChanges(), Pager: Pager{query(root+"/history", ""), 2, 3, 412}}
}

func sampleEconomyCoreForm() FormView {
	return FormView{Form: Form{ID: "core", Action: root + "/economy-core", Method: "PUT", Submit: "Save", Sets: []Fieldset{
		{"Infected around players", "How the game spawns infected outside the zones that set this themselves.", []Field{
			{Name: "dyn_radius", Label: "Zone radius", Kind: Number, Unit: "m", Value: "30", Help: "Of a zone that gives none itself."},
			{Name: "dyn_smin", Label: "Static, at least", Kind: Number, Value: "0"},
			{Name: "dyn_smax", Label: "Static, at most", Kind: Number, Value: "0"},
		}},
		{"Log", "What the economy writes to the server's log.", []Field{
			{Name: "log_ce_loop", Label: "Economy loop", Kind: Switch},
			{Name: "log_hivewarning", Label: "Hive warnings", Kind: Switch, Value: "1", Help: "Storage problems while the server runs."},
		}},
	}}}
}

func sampleCancel() *Confirm {
	form := plainForm("cancel", root+"/jobs/jObJoBjOb1", "Cancel import")
	form.Method, form.Danger = http.MethodDelete, true
	return &Confirm{Form: form, Label: "Cancel import", Title: "Cancel this import?", Text: "Files that have already been imported stay imported; the report lists them. The others are left out."}
}
