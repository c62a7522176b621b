package mission

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"quartermaster/internal/archive"
	"quartermaster/internal/ce"
)

// spot is where an uploaded file lies: below the mission folder, or with a slash before it below the server's root.
type spot struct {
	path    string
	rooted  bool // the upload shows that this is its place
	foreign bool // it belongs to a mission or server that the instance does not run, or to a copy of its own
}

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
	return r.apart(spots, split)
}

// apart leaves files where they were uploaded that would have the place of another one: the one that lies least deep has it.
func (r roots) apart(spots []spot, split [][]string) []spot {
	first := map[string]int{}
	for i, s := range spots {
		key := strings.ToLower(s.path)
		other, taken := first[key]
		if !taken || len(split[i]) < len(split[other]) {
			first[key] = i
		}
	}
	for i, s := range spots {
		if won := first[strings.ToLower(s.path)]; len(split[won]) < len(split[i]) && !s.rooted && len(split[i]) > 1 {
			spots[i] = elsewhere(split[i])
		}
	}
	return spots
}

// elsewhere is the spot of what belongs to another server: where it was uploaded.
func elsewhere(p []string) spot {
	return spot{path: "/" + strings.Join(p, "/"), rooted: true, foreign: true}
}

// segments cleans a path, with / or \, and cuts it into folders and the name.
func segments(uploaded string) []string {
	clean := path.Clean("/" + strings.ReplaceAll(archive.CleanPath(uploaded), `\`, "/"))
	names := strings.Split(strings.TrimPrefix(clean, "/"), "/")
	if len(names) > 1 && isDrive(names[0]) {
		return names[1:]
	}
	return names
}

// isDrive tells whether a name is the letter of a drive, with which programs on Windows begin a path.
func isDrive(name string) bool {
	return len(name) == 2 && name[1] == ':' && unicode.IsLetter(rune(name[0]))
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
	if outside := profilePlace(p); outside != "" {
		return outside
	}
	return place
}

// profilePlace tells where a file lies that has a folder above it which is known to lie outside of missions; empty for none.
func profilePlace(p []string) string {
	for i, folder := range p[:len(p)-1] {
		rest := strings.Join(p[i:], "/")
		switch strings.ToLower(folder) {
		case "profiles", "battleye", "keys":
			return "/" + rest
		case "expansionmod":
			return "/profiles/" + rest
		case "trader":
			inner := slices.ContainsFunc(p[i+1:len(p)-1], func(folder string) bool { return strings.EqualFold(folder, "trader") })
			if !inner && (i == 0 || strings.EqualFold(path.Ext(rest), ".txt")) {
				return "/profiles/" + rest
			}
		}
	}
	return ""
}

// TellsPlace reports whether a folder of that name is known to lie outside of missions, so that its name tells where its files belong.
func TellsPlace(folder string) bool { return profilePlace([]string{folder, ""}) != "" }

// isState tells whether a file belongs to what a server has saved of its world and players: to write it back later would undo what
// has happened since.
func isState(s spot) bool {
	for i, folder := range strings.Split(strings.ToLower(path.Dir(s.path)), "/") {
		number, found := strings.CutPrefix(folder, "storage_")
		if found && (i == 0 || number != "" && strings.Trim(number, "0123456789") == "") {
			return true
		}
	}
	return false
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
