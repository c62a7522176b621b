package web_test

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// settingsSamples are the pages of the settings of the Expansion mod.
func settingsSamples() []sample {
	gui := "/instance/iNsTaNcE01/expansion/gui"
	view := func(slug string) pages.Setting {
		d := expansion.Setting(slug)
		drawn, _ := docform.Form{Schema: d, Tree: d.Default(), URL: gui + "/" + slug}.Draw()
		return pages.Setting{
			View: drawn,
			Lead: d.About, Action: gui + "/" + slug, Path: gui + "/" + slug, Base: "0",
		}
	}
	wrong := view("general")
	wrong.Problems = []ui.Problem{
		{Text: documents.StaleText}, {ID: "setting-EnableLamps", Label: "Street lamps", Text: "The selected Street lamps is invalid."},
	}
	wrong.Places = true
	wrong.Whole = &pages.SettingWhole{
		Path: "profiles/ExpansionMod/Settings/GeneralSettings.json", Version: "15", Newest: "16", Changed: sampleTime, Unknown: []string{"Old"},
		Missing: []string{"New"},
		Import:  gui + "/general/import", Limit: "32 MB", Problems: []string{"a.json: line 3, column 7: '}' where a value is expected."},
	}
	empty := pages.Setting{Search: "nowhere", Path: gui + "/general", Action: gui + "/general"}
	element := view("safe-zone")
	element.At, element.Remove = "CircleZones.0", true
	return []sample{
		{"settings", 200, inside("Expansion settings", ""), pages.Settings{
			Lead: "The settings files of the mod.", Other: []ui.Link{{Label: "Market traders", URL: gui + "/market-traders"}},
			Files: []pages.SettingFile{
				{
					Title: "General", About: "Basics.", URL: gui + "/general", File: "GeneralSettings.json", Version: "16", Stored: true,
					Changed: sampleTime,
				},
				{Title: "Raiding", About: "Raids.", URL: gui + "/raid", File: "RaidSettings.json"},
			},
		}},
		{"setting", 200, inside("General", ""), wrong},
		{"setting-lists", 200, inside("AI patrols", ""), view("ai-patrol")},
		{"setting-rows", 200, inside("Market", ""), view("market")},
		{"setting-fields-wrong", 200, inside("Raiding", ""), wrongFieldsSample(gui + "/raid")},
		{"setting-entries", 200, inside("Item rarity", ""), entriesSample(gui + "/hardline")},
		{"setting-element", 200, inside("Safe zones", ""), element},
		{"setting-empty", 200, inside("General", ""), empty},
		{
			"setting-source", 200, inside("Edit as JSON", ""),
			pages.SettingSource{
				Lead: "All of it.", Action: gui + "/general?view=raw", Base: "0", Text: "{}", Back: gui + "/general", Problems: []string{"Line 1."},
			},
		},
	}
}

// wrongFieldsSample has errors beside all sorts of controls, values that are not the defaults and the panel of a request.
func wrongFieldsSample(url string) pages.Setting {
	document, err := expansion.Parse(`{"m_Version": 5, "Own": 1, "ExplosionTime": 31, "CanRaidSafes": 0, "BaseBuildingRaidMode": 7,
		"ExplosiveDamageWhitelist": ["M79", ""], "SafeRaidTools": {"odd": 1}, "Schedule": [{"Weekday": "Sunday", "StartHour": 25},
		{"Weekday": "Monday", "StartHour": 0}]}`)
	if err != nil {
		panic(err)
	}
	var problems validate.Errors
	for _, field := range []string{
		"ExplosionTime", "CanRaidSafes", "BaseBuildingRaidMode", "ExplosiveDamageWhitelist.1", "SafeRaidTools", "Schedule.0.StartHour",
		"Schedule.1",
	} {
		problems.AddSentence(field, "The "+field+" field is wrong.")
	}
	drawn, _ := docform.Form{Schema: expansion.Setting("raid"), Tree: document, URL: url, Problems: problems}.Draw()
	return pages.Setting{
		View: drawn, Action: url, Path: url, Base: "0", Search: "raid",
		Preset: samplePanel(func(p *pages.PresetPanel) { p.Prompt.Error = "The prompt field is required." }),
	}
}

// entriesSample is a page of the entries of a map, one of which is wrong.
func entriesSample(url string) pages.Setting {
	document, err := expansion.Parse(`{"ItemRarity": {"akm": 1, "m4a1": 2, "b.c": 99}}`)
	if err != nil {
		panic(err)
	}
	drawn, _ := docform.Form{
		Schema: expansion.Setting("hardline"), Tree: document, At: "ItemRarity", URL: url, Page: 1,
		Input:    jsontree.ParseBody([]byte(`{"entries": [{"_row": "b.c", "key": "akm", "value": "4"}]}`)),
		Problems: validate.Refusal("akm", "The akm field is given more than once."),
	}.Draw()
	drawn.Pager = ui.Pager{Query: query(url, "at=ItemRarity&page=2"), Page: 2, PerPage: 50, Total: 103}
	return pages.Setting{View: drawn, Action: url + "?at=ItemRarity", Path: url, Base: "0", At: "ItemRarity"}
}
