package web_test

import (
	gamedocument "quartermaster/internal/document"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// gameFileSamples are the pages of the game's files that are documents.
func gameFileSamples() []sample {
	const list = "/instances/iNsTaNcE01/documents"
	d := gamedocument.Named("globals")
	drawn, _ := docform.Form{Schema: d.Schema, Tree: d.Default(), URL: list + "/globals"}.Draw()
	facts := pages.GameFileFacts{
		Path: "mpmissions/dayzOffline.chernarusplus/db/globals.xml", Present: true, Notes: []string{"This file counts."},
		Problems: []ui.Link{{Label: "The ZombieMaxCount field is usually not greater than 5000.", URL: "#setting-ZombieMaxCount"}},
		Unknown:  []string{"Own"},
	}
	zones := pages.Zones{
		Lead: "Choose zones.", Action: list + "/territories/zones", File: "env/zombie_territories.xml", Error: "Enter a number.", What: "static",
		By: "add", Value: "x", Notes: []string{"Not read."},
		Groups: []pages.ZoneGroup{{Name: "InfectedCity", Count: 12, Static: "0–0", Dynamic: "40–80", Chosen: true}},
		Names:  []string{"InfectedCity"},
		Preview: &pages.ZonePreview{
			Summary: "1 zone changes.", Changes: true,
			Rows: []pages.ZoneLine{{File: "zombie_territories.xml", Name: "InfectedCity", Place: "1, 2", Changes: "dmax 4 → 6"}},
		},
	}
	return []sample{
		{"game-preset", 200, inside("30 % more infected", ""), pages.GamePresetPreview{
			Lead: "Raises the limit.", Action: list + "/globals/presets/more-infected", Base: "0", Back: list + "/globals",
			Notes:   []string{"This file counts."},
			Changes: []pages.PresetChange{{Label: "Infected limit", Code: "ZombieMaxCount", Before: "1000 infected", After: "1300 infected"}},
		}},
		{
			"game-preset-same", 200, inside("30 % more infected", ""),
			pages.GamePresetPreview{Lead: "Raises the limit.", Back: list + "/globals", Present: true},
		},
		{"zones", 200, inside("Change many zones", ""), zones},
		{"many-rows", 200, inside("Change many rows", ""), sampleManyRows(list)},
		{"many-rows-which", 200, inside("Change many rows", ""), pages.ManyRows{
			Lead: "Which list?", Lists: []ui.Link{{Label: "Traders, 5 rows", URL: list + "/mods/shops/rows?list=Traders"}},
		}},
		{"game-files", 200, inside("Game files", ""), pages.GameFiles{Lead: "Files of the game.", Files: []pages.GameFileLine{
			{
				Title: "Economy", About: "What the economy does.", URL: list + "/economy", File: "economy.xml", Present: true,
				Broken: "line 3: </economy> expected",
			},
			{
				Title: "Global variables", About: "Limits.", URL: list + "/globals", File: "globals.xml", Present: true, Problems: "1 value to check",
				Notes: []string{"This file counts."},
			},
			{Title: "Weather", About: "Rain.", URL: list + "/weather", File: "cfgweather.xml"},
		}}},
		{"mod-files", 200, inside("Files of mods", ""), pages.GameFiles{
			Lead: "Files of mods.", Search: &pages.PathSearch{Action: list + "/mods", Text: "heli"},
			Files: []pages.GameFileLine{
				{Title: "Heli: heli.json", URL: list + "/mods/profiles-heli-heli-json", File: "profiles/Heli/heli.json", Present: true},
			},
			Pager: ui.Pager{Query: query(list+"/mods", "q=heli"), Page: 1, PerPage: 100, Total: 1},
		}},
		{"mod-files-none", 200, inside("Files of mods", ""), pages.GameFiles{
			Lead: "Files of mods.", Search: &pages.PathSearch{Action: list + "/mods", Text: ""},
			Empty: ui.Empty{Title: "No files of mods yet", Text: "Import."},
		}},
		{"mod-file-without-form", 200, inside("Read.json", ""), pages.GameFile{
			Facts: &pages.GameFileFacts{
				Path: "profiles/Prose/Read.json", Present: true, NoForm: true, Broken: "line 1, column 1: '/' where a value is expected",
			},
		}},
		{"game-file", 200, inside("Global variables", ""), pages.GameFile{
			Setting: pages.Setting{View: drawn, Lead: d.About, Action: list + "/globals", Path: list + "/globals", Base: "0", Places: true},
			Facts:   &facts,
			Presets: []pages.GamePreset{{Title: "30 % more infected", About: "Raises the limit.", URL: list + "/globals/presets/more-infected"}},
		}},
		{
			"game-file-broken", 200, inside("Economy", ""),
			pages.GameFile{Facts: &pages.GameFileFacts{Path: "db/economy.xml", Present: true, Broken: "line 3: </economy> expected."}},
		},
	}
}

// sampleManyRows is a preview of a change of many rows.
func sampleManyRows(list string) pages.ManyRows {
	return pages.ManyRows{
		Lead: "Choose rows.", Error: "The value field must be a number.", Path: list + "/mods/shops/rows", File: "a.json", List: "Traders",
		Fields: []ui.Field{
			{Name: "q", Label: "Rows", Kind: ui.Text, Value: "Price>5", Code: true},
			{Name: "op", Label: "Change", Kind: ui.Select, Options: []ui.Option{{Value: "add", Label: "Add", Selected: true}}},
		},
		Summary: "1 row changes of 2 chosen.",
		Form:    &ui.Form{ID: "carry-out", Action: list + "/mods/shops/rows?op=add", Base: "0", Submit: "Change 1 row", Cancel: list},
		Table: &ui.Table{
			Label: "The first rows that change", Columns: []ui.Column{{Label: "Row"}, {Label: "Before"}, {Label: "After"}},
			Rows:  []ui.Row{{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: "Traders.0"}, {Text: "10"}, {Text: "11"}}}},
			Pager: ui.Pager{Page: 1, PerPage: 1, Total: 1},
		},
	}
}
