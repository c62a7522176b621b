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
		Open: root + "/map/open",
	}
	unknown := view
	unknown.SizeKnown = false
	return []sample{{"map", 200, inside("Map", "/map"), view}, {"map-unknown", 200, inside("Map", "/map"), unknown}}
}
