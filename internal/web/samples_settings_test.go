package web

import "quartermaster/internal/expansion"

// settingsSamples are the pages of the settings of the Expansion mod.
func settingsSamples() []sample {
	gui := "/instance/iNsTaNcE01/expansion/gui"
	view := func(slug string) SettingView {
		d := expansion.Setting(slug)
		drawer := newSettingDrawer(gui+"/"+slug, nil)
		return SettingView{
			Lead: d.About, Action: gui + "/" + slug, Path: gui + "/" + slug, Base: "0", ClassNames: gui + "/class-names",
			Sections: []settingSection{{ID: "section-all", Title: "All", Parts: drawer.fields(d.Fields, settingPlace{object: d.Default()})}},
		}
	}
	wrong := view("general")
	wrong.Problems = []Problem{{Text: staleText}, {ID: "setting-EnableLamps", Label: "Street lamps", Text: "The selected Street lamps is invalid."}}
	wrong.Whole = &settingWhole{
		Path: "profiles/ExpansionMod/Settings/GeneralSettings.json", Version: "15", Newest: "16", Changed: sampleTime, Unknown: []string{"Old"}, Missing: []string{"New"},
		Import: gui + "/general/import", Limit: "32 MB", Problems: []string{"a.json: line 3, column 7: '}' where a value is expected."},
	}
	empty := SettingView{Search: "nowhere", Path: gui + "/general", Action: gui + "/general"}
	element := view("safe-zone")
	element.At, element.Remove = "CircleZones.0", true
	return []sample{
		{"settings", 200, inside("Expansion settings", ""), SettingsView{
			Lead: "The settings files of the mod.", Other: []Link{{Label: "Market traders", URL: gui + "/market-traders"}},
			Files: []settingFile{
				{Title: "General", About: "Basics.", URL: gui + "/general", File: "GeneralSettings.json", Version: "16", Stored: true, Changed: sampleTime},
				{Title: "Raiding", About: "Raids.", URL: gui + "/raid", File: "RaidSettings.json"},
			},
		}},
		{"setting", 200, inside("General", ""), wrong},
		{"setting-lists", 200, inside("AI patrols", ""), view("ai-patrol")},
		{"setting-rows", 200, inside("Market", ""), view("market")},
		{"setting-element", 200, inside("Safe zones", ""), element},
		{"setting-empty", 200, inside("General", ""), empty},
		{"setting-source", 200, inside("Edit as JSON", ""), SettingSourceView{Lead: "All of it.", Action: gui + "/general?view=raw", Base: "0", Text: "{}", Back: gui + "/general", Problems: []string{"Line 1."}}},
	}
}
