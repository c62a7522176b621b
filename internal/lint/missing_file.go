package lint

import (
	"fmt"
	"path"
	"strings"

	"quartermaster/internal/ce"
)

var missingFile = &Rule{
	ID: "missing-file", Severity: Error, Title: "File that is named but not there",
	Check: func(w *world, report report) {
		there := filesThere{w.paths(), report}
		if w.hasMission() {
			w.eachLoaded(func(place string, e *ce.Element) { there.check(w.CoreFile, corePath, e.Line, place) })
			for _, n := range w.gameplayFiles() {
				there.check(w.Game[gameplayPath].about, n.key+" of cfggameplay.json", n.line, n.path)
			}
		}
		if w.hasFolder(territoryFolder) {
			w.eachTerritoryFile(func(place string, e *ce.Element) {
				there.check(w.Game[environmentPath].about, environmentPath, e.Line, place)
			})
		}
	},
}

// eachLoaded visits the files that cfgeconomycore.xml loads.
func (w *world) eachLoaded(visit func(place string, e *ce.Element)) {
	if w.CoreFile == nil || w.CoreFile.Content == nil {
		return
	}
	folder := ""
	for e := range ce.Elements(*w.CoreFile.Content) {
		switch {
		case e.Name == "ce":
			folder = e.Attr("folder")
		case e.Name == "file" && e.Parent == "ce" && e.Attr("name") != "":
			visit(strings.TrimSuffix(folder, "/")+"/"+e.Attr("name"), e)
		}
	}
}

// eachTerritoryFile visits the files of territories that cfgenvironment.xml loads.
func (w *world) eachTerritoryFile(visit func(place string, e *ce.Element)) {
	if f := w.Game[environmentPath]; f != nil {
		for e := range ce.Elements(f.text) {
			if e.Name == "file" && e.Attr("path") != "" {
				visit(e.Attr("path"), e)
			}
		}
	}
}

// filesThere reports paths that lead to no file.
type filesThere struct {
	paths  names
	report report
}

func (f filesThere) check(about any, by string, line int, place string) {
	key := loadKey(strings.ReplaceAll(place, `\`, "/"))
	if f.paths.has(key) {
		return
	}
	message := fmt.Sprintf("%s names %s (line %d), which is not there", by, quoted(place), line)
	if ext := path.Ext(by); f.paths.has(key + ".xml") {
		message += "; " + quoted(path.Base(key)+".xml") + " is"
	} else if ext == ".json" && f.paths.has(key+ext) {
		message += "; " + quoted(path.Base(key)+ext) + " is"
	}
	f.report(about, message+".", nil)
}
