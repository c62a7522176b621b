package lint

import (
	"path"
	"strings"

	"quartermaster/internal/ce"
)

var missingFile = &Rule{
	ID: "missing-file", Severity: Error, Title: "Missing file",
	Says: sentences{
		"file":      "{by} names “{file}” (line {line}), which does not exist.",
		"file-near": "{by} names “{file}” (line {line}), which does not exist; “{near}” is there.",
		"key":       "{by} of cfggameplay.json names “{file}” (line {line}), which does not exist.",
		"key-near":  "{by} of cfggameplay.json names “{file}” (line {line}), which does not exist; “{near}” is there.",
	},
	Check: func(w *world, report report) {
		there := filesThere{w.paths(), report}
		if w.hasMission() {
			w.eachLoaded(func(place string, e *ce.Element) { there.check(w.CoreFile, naming{name: corePath}, e.Line, place) })
			for _, n := range w.gameplayFiles() {
				there.check(w.Game[gameplayPath].about, naming{name: n.key, isKey: true}, n.line, n.path)
			}
		}
		if w.hasFolder(territoryFolder) {
			w.eachTerritoryFile(func(place string, e *ce.Element) {
				there.check(w.Game[environmentPath].about, naming{name: environmentPath}, e.Line, place)
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

// naming is what names a file: another file, or a key of cfggameplay.json.
type naming struct {
	name  string
	isKey bool
}

func (n naming) variant() string {
	if n.isKey {
		return "key"
	}
	return "file"
}

// filesThere reports paths that lead to no file.
type filesThere struct {
	paths  names
	report report
}

func (f filesThere) check(about any, by naming, line int, place string) {
	key := loadKey(strings.ReplaceAll(place, `\`, "/"))
	if f.paths.has(key) {
		return
	}
	near := ""
	if f.paths.has(key + ".xml") {
		near = path.Base(key) + ".xml"
	} else if by.isKey && f.paths.has(key+".json") {
		near = path.Base(key) + ".json"
	}
	f.report(about, nearly(by.variant(), near, "by", by.name, "file", place, "line", inLine(line)), nil)
}
