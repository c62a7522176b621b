package mission

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"quartermaster/internal/ce"
)

// spot is where an uploaded file lies: below the mission folder, or with a slash before it below the server's root.
type spot struct {
	path   string
	rooted bool // the upload shows that this is its place
}

// roots are the folders of an upload that stand for the server's root and for the mission folder; nil where it shows none.
type roots struct{ server, mission []string }

// arrange tells where each of the paths of an upload lies on a server that runs the mission.
func arrange(paths []string, mission string) []spot {
	split := make([][]string, len(paths))
	for i, p := range paths {
		split[i] = segments(p)
	}
	r := findRoots(split, mission)
	spots := make([]spot, len(paths))
	for i, s := range split {
		spots[i] = r.spot(s)
	}
	return spots
}

// segments cleans a path, with / or \, and cuts it into folders and the name.
func segments(uploaded string) []string {
	clean := path.Clean("/" + strings.ReplaceAll(storable(uploaded), `\`, "/"))
	return strings.Split(strings.TrimPrefix(clean, "/"), "/")
}

// storable replaces what no path holds and not every database stores: control characters and bytes that are no text.
func storable(uploaded string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(uploaded, "_"))
}

// findRoots looks for mpmissions/<mission>/, of several missions for the instance's own or else the first, or for the files
// that show where a mission folder is.
func findRoots(paths [][]string, mission string) (r roots) {
	for _, p := range paths {
		at := slices.IndexFunc(p, func(s string) bool { return strings.EqualFold(s, missions) })
		if at < 0 || at+2 >= len(p) {
			continue
		}
		if r.server == nil || strings.EqualFold(p[at+1], mission) {
			r.server, r.mission = p[:at:at], p[:at+2]
		}
	}
	if r.server == nil {
		r.mission = missionFolder(paths, mission)
	}
	return r
}

const missions = "mpmissions"

// missionFolder finds the folder that is called like the mission, holds files of its database, or else an economy core.
func missionFolder(paths [][]string, mission string) (found []string) {
	for _, p := range paths {
		if at := slices.IndexFunc(p, func(s string) bool { return strings.EqualFold(s, mission) }); at >= 0 && at+1 < len(p) {
			return p[:at+1]
		}
		if at := len(p) - 2; at >= 0 && strings.EqualFold(p[at], "db") && slices.Contains(databaseFiles, strings.ToLower(p[at+1])) {
			return p[:at:at]
		}
		if at := len(p) - 1; at > 0 && strings.EqualFold(p[at], economyCore.main) {
			found = p[:at]
		}
	}
	return found
}

var databaseFiles = []string{"types.xml", "events.xml", "messages.xml", "globals.xml", "economy.xml"}

func (r roots) spot(p []string) spot {
	if rest, below := cutFolder(p, r.mission); below {
		return spot{strings.Join(rest, "/"), true}
	}
	if rest, below := cutFolder(p, r.server); below {
		return spot{"/" + strings.Join(rest, "/"), true}
	}
	return spot{stray(p), false}
}

// cutFolder returns what of a path lies below a folder.
func cutFolder(p, folder []string) (rest []string, below bool) {
	if folder == nil || len(p) <= len(folder) || !slices.EqualFunc(p[:len(folder)], folder, strings.EqualFold) {
		return nil, false
	}
	return p[len(folder):], true
}

// stray tells where a file lies whose upload shows no more than its name and folders, which some files are known by.
func stray(p []string) string {
	place := strings.Join(p, "/")
	switch strings.ToLower(p[0]) {
	case "globals.xml", "economy.xml":
		return "db/" + place
	case "serverdz.cfg", "priority.txt":
		return "/" + place
	}
	if len(p) == 1 {
		return place
	}
	switch strings.ToLower(p[0]) {
	case "profiles", "battleye", "keys":
		return "/" + place
	case "trader", "expansionmod":
		return "/profiles/" + place
	}
	return place
}

// isForeign tells whether a place lies in another mission's folder, which the instance does not run.
func isForeign(place string) bool { return strings.HasPrefix(strings.ToLower(place), "/"+missions+"/") }

// isState tells whether a file belongs to what the server has saved of its world and players: to write it back later would
// undo what has happened since.
func isState(s spot) bool {
	folder, _, inFolder := strings.Cut(s.path, "/")
	return inFolder && strings.HasPrefix(strings.ToLower(folder), "storage_")
}

// foldersOf lists where the <ce> entries of an economy core look for files.
func foldersOf(core *ce.EconomyCore) map[string]string {
	folders := map[string]string{}
	for _, folder := range core.Folders {
		for _, file := range folder.Files {
			folders[strings.ToLower(file.Name)] = strings.Join(segments(folder.Folder), "/")
		}
	}
	return folders
}
