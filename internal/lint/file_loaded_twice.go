package lint

import (
	"quartermaster/internal/ce"
)

var fileLoadedTwice = &Rule{
	ID: "file-loaded-twice", Severity: Warning, Title: "File loaded twice",
	Says: sentences{
		"core":        "cfgeconomycore.xml loads “{file}” twice (lines {first} and {line}).",
		"environment": "cfgenvironment.xml loads “{file}” twice (lines {first} and {line}).",
		"gameplay":    "{key} of cfggameplay.json names “{file}” twice (lines {first} and {line}).",
	},
	Check: func(w *world, report report) {
		first := map[string]int{}
		w.eachLoaded(func(place string, e *ce.Element) {
			key := loadKey(place)
			if line, before := first[key]; before {
				report(w.CoreFile, says("core", "file", place, "first", inLine(line), "line", inLine(e.Line)), nil)
				return
			}
			first[key] = e.Line
		})
		clear(first)
		w.eachTerritoryFile(func(place string, e *ce.Element) {
			key := namedFile{path: place}.below()
			if line, before := first[key]; before {
				report(w.Game[environmentPath].about, says("environment", "file", place, "first", inLine(line), "line", inLine(e.Line)), nil)
				return
			}
			first[key] = e.Line
		})
		w.checkNamedTwice(report)
	},
}

// checkNamedTwice reports the files that a list of cfggameplay.json names twice.
func (w *world) checkNamedTwice(report report) {
	first := map[string]int{}
	for _, n := range w.gameplayFiles() {
		key := n.key + " " + n.below()
		if line, before := first[key]; before {
			report(w.Game[gameplayPath].about, says("gameplay", "key", n.key, "file", n.path, "first", inLine(line), "line", inLine(n.line)), nil)
			continue
		}
		first[key] = n.line
	}
}
