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
func (d *Document) IsAt(place, mission string) bool {
	switch {
	case d.Slug == serverSlug:
		return !strings.Contains(place, "/") && strings.HasPrefix(strings.ToLower(place), "server") && strings.EqualFold(path.Ext(place), ".cfg")
	case d.Slug == battlEyeSlug:
		return battlEyeName.MatchString(path.Base(place))
	case d.OfMod:
		if below, inside := cutFold(place, path.Join(missionsFolder, mission)+"/"); inside {
			place = path.Join(missionsFolder, "mission", below)
		}
		return expansion.At(place) == d.Schema
	case d.Several:
		fits, _ := path.Match(strings.ToLower(d.FilePath(mission)), strings.ToLower(place))
		return fits && d.NamedBy == ""
	}
	return strings.EqualFold(place, d.FilePath(mission))
}

// IsInUse reports whether a file of BattlEye's configuration has the name that it has while the server runs.
func IsInUse(place string) bool { return battlEyeInUse.MatchString(place) }

// cutFold returns a path without a prefix in any letter case.
func cutFold(place, prefix string) (below string, found bool) {
	if len(place) <= len(prefix) || !strings.EqualFold(place[:len(prefix)], prefix) {
		return place, false
	}
	return place[len(prefix):], true
}

// anyJSON stands for JSON files of which nothing is declared.
var anyJSON = &Document{Schema: new(expansion.Schema), Format: "json", format: jsonFormat{}}

// At returns what a file is, by its path below the root of a server that runs the mission: a document, or for another JSON file one
// without fields, or else nil.
func At(place, mission string) *Document {
	for _, d := range all {
		if d.IsAt(place, mission) {
			return d
		}
	}
	if strings.EqualFold(path.Ext(place), ".json") {
		return anyJSON
	}
	return nil
}
