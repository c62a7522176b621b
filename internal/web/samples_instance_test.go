package web_test

import (
	"net/http"

	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

func sampleInstanceForm() ui.FormView {
	return ui.FormView{
		Form: ui.Form{
			ID: "instance", Action: root, Method: "PUT", Submit: "Save", Cancel: root,
			Sets: []ui.Fieldset{
				{Title: "Server", Help: "What the instance is called and which map it runs.", Fields: []ui.Field{
					{Name: "name", Label: "Name", Kind: ui.Text, Value: "Livonia Hardcore", Required: true, MaxLength: 255},
					{
						Name: "map_id", Label: "Map", Kind: ui.Select, Required: true,
						Options: []ui.Option{{Value: "1", Label: "Chernarus"}, {Value: "2", Label: "Livonia", Selected: true}},
					},
					{
						Name: "mission", Label: "Mission folder", Kind: ui.Text, Code: true, Value: "dayzOffline.enoch",
						Help: "The folder below mpmissions that the files are written to.",
					},
				}},
				{Title: "Connection", Help: "Where the server listens and how its files are reached.", Fields: []ui.Field{
					{
						Name: "ip", Label: "Server address", Kind: ui.Text, Code: true, Value: "203.0.113.300",
						Error: "The ip field must be a valid IP address.",
					},
					{Name: "port", Label: "Game port", Kind: ui.Number, Value: "2302", Min: "1", Max: "65535"},
					{
						Name: "password", Label: "Password", Kind: ui.Password, Autocomplete: "new-password",
						Help: "Never shown. Leave empty to keep the stored one.",
					},
					{Name: "clear_password", Label: "Delete the stored password", Kind: ui.Switch},
					{Name: "is_sftp", Label: "Use SFTP instead of FTP", Kind: ui.Switch, Value: "1"},
				}},
				{Title: "Files", Help: "", Fields: []ui.Field{
					{
						Name: "use_vanilla_classnames", Label: "Vanilla class names count as known", Kind: ui.Switch, Value: "1",
						Help: "Imports and the lint accept the names of the unmodified game.",
					},
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

func sampleOverview(report *pages.ImportReport) pages.Overview {
	base := root + "/files/mpmissions/dayzOffline.enoch/"
	return pages.Overview{
		Map: "Livonia", Mission: "dayzOffline.enoch", Sid: "iNsTaNcE01",
		Holds: []pages.RecordCount{
			{Label: "Types", URL: root + "/types", Count: 1932},
			{Label: "Events", URL: root + "/events", Count: 64},
			{Label: "Event spawns", URL: root + "/event-spawns", Count: 34},
			{Label: "Spawnable types", URL: root + "/spawnable-types", Count: 412},
			{Label: "Random presets", URL: root + "/random-presets", Count: 28},
		},
		Unused:   []pages.RecordCount{{Label: "Messages", URL: root + "/messages", Count: 0}},
		Problems: sampleTally(), Since: "12 changes since the last download or delivery", Days: sampleCurve(),
		People: []pages.RecordCount{{Label: "Ada Quinn", Count: 31}, {Label: "Bo Lindqvist", Count: 2}},
		Files: pages.FileTree{Action: root, Options: root + "/files.zip", Root: &pages.Folder{
			Folders: []*pages.Folder{{
				Name: "mpmissions/dayzOffline.enoch", Count: 3, Size: 615592, Changed: 1, Broken: 1, Open: true,
				Folders: []*pages.Folder{
					{Name: "db", Count: 2, Size: 614612, Changed: 1, Files: []pages.File{
						{
							Name: "types.xml", Path: "mpmissions/dayzOffline.enoch/db/types.xml", Kind: "types", Size: 583412, Records: 1932, Measured: true,
							URL: base + "db/types.xml", State: "changed since import", Diff: root + "/diff/mpmissions/dayzOffline.enoch/db/types.xml",
						},
						{
							Name: "events.xml", Path: "mpmissions/dayzOffline.enoch/db/events.xml", Kind: "events", Size: 31200, Records: 64, Measured: true,
							URL: base + "db/events.xml",
						},
					}},
				}, Files: []pages.File{
					{
						Name: "cfgeconomycore.xml", Path: "mpmissions/dayzOffline.enoch/cfgeconomycore.xml", Kind: "economy core", Size: 980, Records: 1,
						Measured: true, URL: base + "cfgeconomycore.xml",
						Error: "Cannot be read: line 3: unexpected end. It is exported as it was uploaded.",
					},
				},
			}},
		}},
		ZipURL:  root + "/files.zip",
		Target:  ui.Link{Label: "sftp://files.example.org/srv/dayz", URL: root + "/target"},
		Import:  pages.Import{Action: root + "/import", Limit: "32 MB", Report: report},
		Changes: sampleChanges()[:2],
		History: root + "/history",
	}
}

// laterFolders is a tree of many files, whose folders are fetched when somebody opens them.
func laterFolders() *pages.Folder {
	tree, zip := root+"/tree", root+"/files.zip"
	return &pages.Folder{Path: "mods", Tree: tree, Zip: zip, More: 12, Folders: []*pages.Folder{
		{Name: "weapons", Path: "mods/weapons", Count: 400, Size: 61559, Changed: 1, Later: true, Held: 400, Tree: tree, Zip: zip},
		{Name: "clothes", Path: "mods/clothes", Count: 600, Size: 61559, Later: true, Held: 600, Tree: tree, Zip: zip},
	}, Files: []pages.File{{Name: "types.xml", Path: "mods/types.xml", Kind: "types", URL: root + "/files/mods/types.xml"}}}
}

func sampleServerFiles(folder *pages.Folder) pages.ServerFiles {
	files := pages.FileTree{Action: root, Options: root + "/files.zip", New: root + "/new-text", Tree: root + "/tree", Root: laterFolders()}
	return pages.ServerFiles{Origin: "Livonia 1.28 with 65 own changes", Files: files, Folder: folder}
}

// waitingOverview is one whose files take a while.
func waitingOverview() pages.Overview {
	view := sampleOverview(nil)
	view.Files = pages.FileTree{Tree: root + "/tree", Options: root + "/files.zip", Later: true}
	return view
}

func sampleReport() *pages.ImportReport {
	return &pages.ImportReport{
		Mode: "merge", Warnings: []string{"This is a Sakhal mission; your server runs Livonia."},
		Files: []pages.ImportedFile{
			{Path: "db/types.xml", Kind: "types", Status: "imported", Created: 12, Updated: 140, Unchanged: 1780},
			{Path: "storage_1/players.db", Status: "skipped"},
			{Path: "db/events.xml", Kind: "events", Status: "failed"},
		},
		Next: []pages.Step{
			{Title: "Look at the problems", Text: "What the game would stumble over, with fixes.", URL: root + "/lint"},
			{Title: "See what has changed", Text: "Each file is in the history, where you can undo it.", URL: root + "/history"},
		},
		Findings: []pages.Finding{
			{
				Tone: ui.Bad,
				Text: "Element <nominal> is closed by </nominl>. The file is kept as it was uploaded, and the game gets it as it is. Fix it as " +
					"text, or import it again.",
				Count:  1,
				Places: []ui.Link{{Label: "db/events.xml (uploaded as backup/events.xml), line 44", URL: root + "/text/db/events.xml?line=44"}},
			},
			{Tone: ui.Warn, Text: "Nominal “many” is not a number", Count: 5, Places: []ui.Link{
				{Label: "db/types.xml, line 8, type \"AKM\"", URL: root + "/text/db/types.xml?line=8"},
				{Label: "db/types.xml, line 88"},
				{Label: "db/types.xml, line 812"},
				{Label: "db/types.xml, line 813"},
				{Label: "db/types.xml, line 900"},
			}},
		},
		Kinds: []pages.KindTotal{{Kind: "types", Files: 1, Created: 12, Updated: 140, Unchanged: 1780}},
		Forms: []pages.FormFile{
			{Path: "cfgweather.xml", OpensAs: "Weather", URL: root + "/documents/value?path=cfgweather.xml"},
			{Path: "serverDZ.cfg", OpensAs: "Server"},
		},
		Unread: []string{"mapgrouppos.xml", "notes.docx"},
		Logs: []pages.Finding{{
			Tone:  ui.Neutral,
			Text:  "This is a log of the server: it was read, and has 3 complaints about the configuration; logs are no files of the server",
			Count: 1, Places: []ui.Link{{Label: "profiles/a.RPT"}},
		}},
		Left: []pages.Finding{{
			Tone: ui.Neutral, Text: "The state of a running server is not imported", Count: 1, Places: []ui.Link{{Label: "storage_1/players.db"}},
		}},
	}
}

func sampleDryRun() *pages.ImportReport {
	report := sampleReport()
	report.DryRun, report.Changes, report.Omitted = true, pages.ByArea(sampleChanges(), 2), 1204
	return report
}

func sampleChanges() []pages.Change {
	return []pages.Change{
		{
			Who: "Ada Quinn", When: sampleTime, Action: "updated", Resource: "type", Area: "Types", Name: "AKM",
			URL: root + "/types/tYpE000001/edit",
			Fields: []pages.FieldChange{
				{Label: "Nominal", Before: "15", After: "20"},
				{Label: "Lifetime", Before: "28,800 s", After: "43,200 s"},
				{Label: "Usages", Before: "Military", After: "Military, Police"},
				{Label: "Cost", After: "100"},
			}, Links: []ui.Link{{Label: "Revision 412", URL: root + "/history/412"}},
		},
		{
			Who: "Bo Lindqvist", When: sampleTime, Action: "imported", Resource: "files", Area: "Files", Name: "db/types.xml, db/events.xml",
		},
		{
			Who: "Ada Quinn", When: sampleTime, Action: "deleted", Resource: "event", Area: "Events", Name: "StaticHeliCrash_Old",
			Fields: []pages.FieldChange{{Label: "Nominal", Before: "3"}}, Links: nil,
		},
	}
}

func sampleHistory() pages.History {
	return pages.History{
		Search: &pages.HistorySearch{
			Path: root + "/history", Open: true,
			Fields: []ui.Field{
				{Name: "by", Label: "Who", Kind: ui.Text, Value: "Ada"}, {Name: "since", Label: "From", Kind: ui.Date, Value: "2026-11-01"},
			},
		},
		Tools: []ui.Link{
			{Label: "Compare revisions", URL: root + "/history/compare"},
			{Label: "Export as CSV", URL: root + "/history/export.csv", Download: true},
		},
		Changes: sampleChanges(), Pager: ui.Pager{Query: query(root+"/history", ""), Page: 2, PerPage: 3, Total: 412},
	}
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
	return &ui.Confirm{
		Form: form, Label: "Cancel import", Title: "Cancel this import?",
		Text: "Files that have already been imported stay imported; the report lists them. The others are left out.",
	}
}

func sampleMembers() pages.Members {
	role := ui.Field{
		Name: "role", Label: "Role of Ben", Kind: ui.Select,
		Options: []ui.Option{{Value: "editor", Label: "editor", Selected: true}},
	}
	end := func(id, submit string) ui.Cell {
		return ui.Cell{Choice: &ui.Choice{ID: id, Action: root, Method: http.MethodDelete, Submit: submit}}
	}
	invite := single("invite", root, "Make a link", ui.Field{Name: "uses", Label: "How many can use it", Kind: ui.Number, Value: "1"})
	return pages.Members{
		HandOver: &ui.Confirm{
			Label: "Hand over", Title: "Hand over Livonia Hardcore?", Keep: "Keep it", Text: "The member becomes the owner.",
			Form: single("transfer", root, "Hand over", ui.Field{
				Name: "member", Label: "New owner", Kind: ui.Select, Options: []ui.Option{{Value: "1", Label: "Ben"}},
			}),
		},
		Table: ui.Table{
			Label: "Members", Columns: []ui.Column{{Label: "Name"}, {Label: "Role"}, {Label: "Last seen"}, {Label: "Membership"}},
			Rows: []ui.Row{
				{Cells: []ui.Cell{{Text: "Anna"}, {Kind: ui.BadgeCell, Text: "owner"}, {Text: "–"}, {}}},
				{Cells: []ui.Cell{
					{Text: "Ben", Note: "ben@example.com"},
					{Choice: &ui.Choice{ID: "role-1", Action: root, Method: http.MethodPut, Submit: "Save", Field: role}},
					{Kind: ui.TimeCell, Time: sampleTime},
					end("end-1", "Remove"),
				}},
			},
		},
		Roles: ui.Table{
			Label: "Roles", Columns: []ui.Column{{Label: "Role"}, {Label: "What it may do"}},
			Rows: []ui.Row{{Cells: []ui.Cell{{Kind: ui.BadgeCell, Text: "viewer"}, {Text: "see everything but passwords"}}}},
		},
		Invitations: &ui.Table{
			Label: "Invitations", Columns: []ui.Column{{Label: "Role"}, {Label: "For"}, {Label: "Ends"}, {Label: "Link"}},
			Rows: []ui.Row{{Cells: []ui.Cell{
				{Kind: ui.BadgeCell, Text: "editor"},
				{Text: "carl@example.com", Note: "by Anna"},
				{Kind: ui.TimeCell, Time: sampleTime},
				end("invitation-1", "End"),
			}}},
		},
		Invite: &invite, Link: "/invitations/pX2cR7vWq9",
	}
}

func sampleTokens() pages.Tokens {
	return pages.Tokens{
		About: "Give each program a token of its own.", New: "qm_pX2cR7vWq9TzK4mNb8JdYh3LsGf6Ue1AkQwErTy01aBcD",
		Table: ui.Table{
			Label: "Tokens", Columns: []ui.Column{{Label: "Name"}, {Label: "Permissions"}, {Label: "Last use"}, {Label: "Ends"}, {Label: "Token"}},
			Rows: []ui.Row{{Cells: []ui.Cell{
				{Text: "Discord bot", Note: "Livonia Hardcore, 192.0.2.0/24"},
				{Text: "read, players"},
				{Kind: ui.TimeCell, Time: sampleTime, Note: "list-types from 192.0.2.7"},
				{Text: "–"},
				{Choice: &ui.Choice{ID: "token-1", Action: "/profile/tokens/1", Method: http.MethodDelete, Submit: "End"}},
			}}},
		},
		Form: single("token", "/profile/tokens", "Make a token", ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true}),
	}
}
