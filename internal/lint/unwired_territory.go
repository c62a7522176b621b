package lint

import (
	"slices"

	"quartermaster/internal/ce"
)

// unwiredByGame are files of territories that the game itself ships without a use.
var unwiredByGame = []string{"domestic_animals_territories", "wildboar_territories"}

var unwiredTerritory = &Rule{
	ID: "unwired-territory", Severity: Warning, Title: "Territories the game does not load",
	Says: sentences{
		"usable": "cfgenvironment.xml uses “{file}” (line {line}) but does not load it by a path.",
		"file":   "cfgenvironment.xml does not load the file, so the game does not read it.",
	},
	Check: func(w *world, report report) {
		f := w.Game[environmentPath]
		if f == nil {
			return
		}
		loaded := names{}
		w.eachTerritoryFile(func(place string, _ *ce.Element) { loaded.add(stem(place)) })
		for e := range ce.Elements(f.text) {
			if usable := e.Attr("usable"); e.Name == "file" && usable != "" && !loaded.has(stem(usable)) {
				report(f.about, says("usable", "file", usable, "line", inLine(e.Line)), nil)
			}
		}
		for t := range w.territories() {
			if !loaded.has(stem(t.about.Path)) && !slices.Contains(unwiredByGame, stem(t.about.Path)) {
				report(t.about, says("file"), nil)
			}
		}
	},
}
