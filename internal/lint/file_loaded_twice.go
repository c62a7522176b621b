package lint

import (
	"fmt"

	"quartermaster/internal/ce"
)

var fileLoadedTwice = &Rule{
	ID: "file-loaded-twice", Severity: Warning, Title: "File that is loaded twice",
	Check: func(w *world, report report) {
		first := map[string]int{}
		w.eachLoaded(func(place string, e *ce.Element) {
			key := loadKey(place)
			if line, before := first[key]; before {
				report(w.CoreFile, fmt.Sprintf("cfgeconomycore.xml loads %s twice (lines %d and %d).", quoted(place), line, e.Line), nil)
				return
			}
			first[key] = e.Line
		})
		clear(first)
		w.eachTerritoryFile(func(place string, e *ce.Element) {
			key := namedFile{path: place}.below()
			if line, before := first[key]; before {
				report(w.Game[environmentPath].about, fmt.Sprintf("cfgenvironment.xml loads %s twice (lines %d and %d).", quoted(place), line, e.Line), nil)
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
			report(w.Game[gameplayPath].about, fmt.Sprintf("%s of cfggameplay.json names %s twice (lines %d and %d).", n.key, quoted(n.path), line, n.line), nil)
			continue
		}
		first[key] = n.line
	}
}
