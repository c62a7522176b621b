package web_test

import (
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

func mapSamples() []sample {
	view := pages.WorldMap{
		Name: "Chernarus hardcore", Size: 15360, SizeKnown: true,
		Layers:   `[{"slug":"event-spawns","title":"Event positions","edit":true,"sorts":[""],"known":["StaticHeliCrash"],"sortLabel":"Event"}]`,
		Legend:   []pages.MapArea{{Value: "values/all", Label: "Tiers"}, {Value: "usages/0", Label: "Usage Military"}},
		Lists:    []ui.Link{{Label: "Event spawns", URL: root + "/event-spawns"}},
		Features: root + "/map/features", Ground: root + "/map/ground", Areas: root + "/map/areas", Save: root + "/map", Undo: root + "/map/undo",
		Open: root + "/map/open", MayEdit: true,
	}
	unknown := view
	unknown.SizeKnown, unknown.MayEdit = false, false
	return []sample{
		{"map", 200, inside("Map", "/map"), view},
		{"map-unknown", 200, inside("Map", "/map"), unknown},
		{"lab", 200, inside("Loot lab", "/lab"), sampleLab(view)},
	}
}

// sampleLab is the laboratory with a type that is selected.
func sampleLab(ground pages.WorldMap) pages.Lab {
	economy := sampleEconomy()
	towns := economy.Sections[0]
	chart := *towns.Chart
	towns.ID, towns.Title, towns.Chart = "by-town", "Towns with AKM", &chart
	chart.Label = "Wanted: towns with AKM"
	return pages.Lab{
		Grid: sampleGrid(), Map: ground, Wish: root + "/types/grid/economy/wish", Pages: []ui.Link{{Label: "Types", URL: root + "/types"}},
		Effect: pages.LabEffect{
			Said: "Target: 10 → 13 items.", Lead: economy.Lead, Charts: economy.Sections[:1],
			Type: &pages.LabType{
				Name: "AKM", About: "3 wanted.", URL: root + "/economy/type?class=AKM", Causes: economy.Causes.List, Holds: "AQI=",
				Usages: []string{"Military"}, Values: []string{"Tier3", "Tier4"}, Where: &towns,
			},
		},
	}
}
