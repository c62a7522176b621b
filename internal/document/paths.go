package document

import (
	"path"
	"regexp"
	"strings"

	"quartermaster/internal/expansion"
)

// The slugs of documents whose files may have other names than the usual one.
const (
	serverSlug   = "server"
	battlEyeSlug = "battleye"
)

const missionsFolder = "mpmissions"

// The names of BattlEye's configuration: while the server runs, it has a number.
var (
	battlEyeName  = regexp.MustCompile(`(?i)^beserver(_x64)?(_active_[0-9a-f]+)?\.cfg$`)
	battlEyeInUse = regexp.MustCompile(`(?i)_active_[0-9a-f]+\.cfg$`)
)

// IsAt reports whether a file is the document, by its path below the root of a server that runs the mission. Files that another document
// names are not known by their paths.
func (d *Document) IsAt(file, mission string) bool {
	switch {
	case d.Slug == serverSlug:
		return !strings.Contains(file, "/") && strings.HasPrefix(strings.ToLower(file), "server") && strings.EqualFold(path.Ext(file), ".cfg")
	case d.Slug == battlEyeSlug:
		return battlEyeName.MatchString(path.Base(file))
	case d.OfMod:
		return schemaAt(file, mission) == d.Schema
	case d.Several:
		fits, _ := path.Match(strings.ToLower(d.FilePath(mission)), strings.ToLower(file))
		return fits && d.NamedBy == ""
	}
	return strings.EqualFold(file, d.FilePath(mission))
}

// schemaAt returns what file of the mod is at a path, or nil.
func schemaAt(file, mission string) *expansion.Schema {
	if below, inside := cutFold(file, path.Join(missionsFolder, mission)+"/"); inside {
		file = path.Join(missionsFolder, "mission", below)
	}
	return expansion.At(file)
}

// IsInUse reports whether a file of BattlEye's configuration has the name that it has while the server runs.
func IsInUse(file string) bool { return battlEyeInUse.MatchString(file) }

// cutFold returns a path without a prefix in any letter case.
func cutFold(file, prefix string) (below string, found bool) {
	if len(file) <= len(prefix) || !strings.EqualFold(file[:len(prefix)], prefix) {
		return file, false
	}
	return file[len(prefix):], true
}

// anyJSON stands for JSON files of which nothing is declared.
var anyJSON = &Document{Schema: new(expansion.Schema), Format: "json", format: jsonFormat{}}

// At returns what a file is, by its path below the root of a server that runs the mission: a document, or for another JSON file one
// without fields, or else nil.
func At(file, mission string) *Document {
	ofMod := schemaAt(file, mission)
	for _, d := range All() {
		if d.OfMod && d.Schema == ofMod || !d.OfMod && d.IsAt(file, mission) {
			return d
		}
	}
	if strings.EqualFold(path.Ext(file), ".json") {
		return anyJSON
	}
	return nil
}
