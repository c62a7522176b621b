package web

import (
	"net/http"

	"quartermaster/internal/web/ui"
)

func sampleInstanceForm() ui.FormView {
	return ui.FormView{
		Form: ui.Form{
			ID: "instance", Action: root, Method: "PUT", Submit: "Save", Cancel: root,
			Sets: []ui.Fieldset{
				{Title: "Server", Help: "What the instance is called and which map it runs.", Fields: []ui.Field{
					{Name: "name", Label: "Name", Kind: ui.Text, Value: "Livonia Hardcore", Required: true, MaxLength: 255},
					{Name: "map_id", Label: "Map", Kind: ui.Select, Required: true, Options: []ui.Option{{Value: "1", Label: "Chernarus"}, {Value: "2", Label: "Livonia", Selected: true}}},
					{Name: "mission", Label: "Mission folder", Kind: ui.Text, Code: true, Value: "dayzOffline.enoch", Help: "The folder below mpmissions that the files are written to."},
				}},
				{Title: "Connection", Help: "Where the server listens and how its files are reached.", Fields: []ui.Field{
					{Name: "ip", Label: "Server address", Kind: ui.Text, Code: true, Value: "203.0.113.300", Error: "The ip field must be a valid IP address."},
					{Name: "port", Label: "Game port", Kind: ui.Number, Value: "2302", Min: "1", Max: "65535"},
					{Name: "password", Label: "Password", Kind: ui.Password, Autocomplete: "new-password", Help: "Never shown. Leave empty to keep the stored one."},
					{Name: "clear_password", Label: "Delete the stored password", Kind: ui.Switch},
					{Name: "is_sftp", Label: "Use SFTP instead of FTP", Kind: ui.Switch, Value: "1"},
				}},
				{Title: "Files", Help: "", Fields: []ui.Field{
					{Name: "use_vanilla_classnames", Label: "Vanilla class names count as known", Kind: ui.Switch, Value: "1", Help: "Imports and the lint accept the names of the unmodified game."},
					{Name: "use_types_config", Label: "Write the types files", Kind: ui.Switch, Help: "Off leaves the types files on the server alone."},
				}},
			},
		},
	}
}

func deleteForm() ui.FormView {
	form := single("delete", root, "Delete permanently", ui.Field{
		Name: "confirm", Label: "Type the name of the instance", Kind: ui.Text, Code: true, Required: true, Wide: true, Help: "Livonia Hardcore",
	})
	form.Method, form.Danger, form.Cancel = "DELETE", true, root
	return ui.FormView{
		Lead:  "This deletes “Livonia Hardcore” with everything that belongs to it. It cannot be undone.",
		Facts: []string{"1,932 types", "64 events", "the history of 412 changes"},
		Form:  form,
	}
}

func sampleOverview(report *importReport) overviewView {
	base := root + "/files/mpmissions/dayzOffline.enoch/"
	return overviewView{
		Map: "Livonia", Mission: "dayzOffline.enoch", Sid: "iNsTaNcE01",
		Holds: []recordCount{
			{"Types", root + "/types", 1932},
			{"Events", root + "/events", 64},
			{"Event spawns", root + "/event-spawns", 34},
			{"Spawnable types", root + "/spawnable-types", 412},
			{"Random presets", root + "/random-presets", 28},
			{"Messages", root + "/messages", 0},
		},
		Files: []fileView{
			{"mpmissions/dayzOffline.enoch/db/types.xml", "types", 583412, 1932, base + "db/types.xml", &ui.Link{Label: "changed since import", URL: root + "/diff/mpmissions/dayzOffline.enoch/db/types.xml"}, ""},
			{"mpmissions/dayzOffline.enoch/db/events.xml", "events", 31200, 64, base + "db/events.xml", nil, ""},
			{"mpmissions/dayzOffline.enoch/cfgeconomycore.xml", "economy core", 980, 1, base + "cfgeconomycore.xml", nil, ""},
		},
		ZipURL:  root + "/files.zip",
		Import:  importView{Action: root + "/import", Limit: "32 MB", Report: report},
		Changes: sampleChanges()[:2],
		History: root + "/history",
	}
}

func sampleReport() *importReport {
	return &importReport{Mode: "merge", Files: []importedFile{
		{Path: "db/types.xml", Kind: "types", Status: "imported", Created: 12, Updated: 140, Unchanged: 1780, Warnings: []string{
			"Line 812: AKM names the usage “Militray”, which nobody has; it was added.",
		}},
		{Path: "notes.docx", Status: "skipped"},
		{Path: "db/events.xml", Kind: "events", Status: "failed", Error: "Line 44, column 7: element <nominal> is closed by </nominl>."},
	}}
}

func sampleDryRun() *importReport {
	report := sampleReport()
	report.DryRun, report.Changes, report.Omitted = true, sampleChanges(), 1204
	return report
}

func sampleChanges() []changeView {
	return []changeView{
		{"Ada Quinn", sampleTime, "updated", "type", "AKM", root + "/types/tYpE000001/edit", []fieldChange{
			{"Nominal", "15", "20"}, {"Lifetime", "28,800 s", "43,200 s"}, {"Usages", "Military", "Military, Police"}, {"Cost", "", "100"},
		}, []ui.Link{{Label: "Revision 412", URL: root + "/history/412"}}},
		{"Bo Lindqvist", sampleTime, "imported", "files", "db/types.xml, db/events.xml", "", nil, nil},
		{"Ada Quinn", sampleTime, "deleted", "event", "StaticHeliCrash_Old", "", []fieldChange{{"Nominal", "3", ""}}, nil},
	}
}

func sampleHistory() historyView {
	return historyView{Changes: sampleChanges(), Pager: ui.Pager{Query: query(root+"/history", ""), Page: 2, PerPage: 3, Total: 412}}
}

func sampleEconomyCoreForm() ui.FormView {
	return ui.FormView{Form: ui.Form{ID: "core", Action: root + "/economy-core", Method: "PUT", Submit: "Save", Sets: []ui.Fieldset{
		{Title: "Infected around players", Help: "How the game spawns infected outside the zones that set this themselves.", Fields: []ui.Field{
			{Name: "dyn_radius", Label: "Zone radius", Kind: ui.Number, Unit: "m", Value: "30", Help: "Of a zone that gives none itself."},
			{Name: "dyn_smin", Label: "Static, at least", Kind: ui.Number, Value: "0"},
			{Name: "dyn_smax", Label: "Static, at most", Kind: ui.Number, Value: "0"},
		}},
		{Title: "Log", Help: "What the economy writes to the server's log.", Fields: []ui.Field{
			{Name: "log_ce_loop", Label: "Economy loop", Kind: ui.Switch},
			{Name: "log_hivewarning", Label: "Hive warnings", Kind: ui.Switch, Value: "1", Help: "Storage problems while the server runs."},
		}},
	}}}
}

func sampleCancel() *ui.Confirm {
	form := ui.PlainForm("cancel", root+"/jobs/jObJoBjOb1", "Cancel import")
	form.Method, form.Danger = http.MethodDelete, true
	return &ui.Confirm{Form: form, Label: "Cancel import", Title: "Cancel this import?", Text: "Files that have already been imported stay imported; the report lists them. The others are left out."}
}
