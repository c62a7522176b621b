package web

import (
	gamedocument "quartermaster/internal/document"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/pages"
)

// gameFileSamples are the pages of the game's files that are documents.
func gameFileSamples() []sample {
	const list = "/instances/iNsTaNcE01/documents"
	d := gamedocument.Named("globals")
	drawn, _ := docform.Form{Schema: d.Schema, Tree: d.Default(), URL: list + "/globals"}.Draw()
	facts := pages.GameFileFacts{
		Path: "mpmissions/dayzOffline.chernarusplus/db/globals.xml", Present: true, Notes: []string{"This file counts."},
		Problems: []string{"The ZombieMaxCount field is usually not greater than 5000."}, Unknown: []string{"Own"},
	}
	return []sample{
		{"game-files", 200, inside("Game files", ""), pages.GameFiles{Lead: "Files of the game.", Files: []pages.GameFileLine{
			{Title: "Economy", About: "What the economy does.", URL: list + "/economy", File: "economy.xml", Present: true, Broken: "line 3: </economy> expected"},
			{Title: "Global variables", About: "Limits.", URL: list + "/globals", File: "globals.xml", Present: true, Problems: "1 value to check", Notes: []string{"This file counts."}},
			{Title: "Weather", About: "Rain.", URL: list + "/weather", File: "cfgweather.xml"},
		}}},
		{"game-file", 200, inside("Global variables", ""), pages.GameFile{
			Setting: pages.Setting{View: drawn, Lead: d.About, Action: list + "/globals", Path: list + "/globals", Base: "0"}, Facts: &facts,
		}},
		{"game-file-broken", 200, inside("Economy", ""), pages.GameFile{Facts: &pages.GameFileFacts{Path: "db/economy.xml", Present: true, Broken: "line 3: </economy> expected."}}},
	}
}
