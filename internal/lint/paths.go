package lint

import (
	"path"
	"strings"
)

// missionFiles are files that the mission of every server has.
var missionFiles = []string{
	"cfgeconomycore.xml", "cfglimitsdefinition.xml", "cfgspawnabletypes.xml", "cfgrandompresets.xml", "cfgeventspawns.xml",
	"cfgplayerspawnpoints.xml", "db/types.xml", "db/events.xml", "db/globals.xml",
}

// hasMission reports whether a mission has been imported as a whole, so that a file that is not here is not on the server either: most
// of the files are there that each mission has.
func (w *world) hasMission() bool {
	paths, there := w.paths(), 0
	for _, name := range missionFiles {
		if paths.has(name) {
			there++
		}
	}
	return there*3 >= len(missionFiles)*2
}

// hasFolder reports whether a file below a folder of the mission has been imported.
func (w *world) hasFolder(folder string) bool {
	for p := range w.paths() {
		if strings.HasPrefix(p, folder) {
			return true
		}
	}
	return false
}

// serverPath returns the path below the server's root of a stored file.
func (w *world) serverPath(stored string) string {
	if outside, found := strings.CutPrefix(stored, "/"); found || w.Instance.Mission == nil {
		return outside
	}
	return path.Join("mpmissions", *w.Instance.Mission, stored)
}

// paths returns the paths of the files of the instance, those that only records name among them.
func (w *world) paths() names {
	paths := names{}
	for _, f := range w.Files {
		paths.add(f.Path)
	}
	for _, f := range w.extraFiles() {
		paths.add(f.place)
	}
	return paths
}
