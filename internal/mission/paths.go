package mission

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"quartermaster/internal/archive"
	"quartermaster/internal/ce"
)

// resolvedPath is where an uploaded file belongs.
type resolvedPath struct {
	rel     string
	rooted  bool // the upload shows that this is its path
	foreign bool // it belongs to a mission or server that the instance does not run, or to a copy of its own
}

// asUploaded is the path of what belongs to another server: where it was uploaded.
func asUploaded(p []string) resolvedPath {
	return resolvedPath{rel: "/" + strings.Join(p, "/"), rooted: true, foreign: true}
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

// isDrive reports whether a name is the letter of a drive on Windows, such as "C:".
func isDrive(name string) bool {
	return len(name) == 2 && name[1] == ':' && unicode.IsLetter(rune(name[0]))
}

// cutFolder returns the part of a path below a folder.
func cutFolder(p, folder []string) (rest []string, below bool) {
	if folder == nil || len(p) <= len(folder) || !slices.EqualFunc(p[:len(folder)], folder, strings.EqualFold) {
		return nil, false
	}
	return p[len(folder):], true
}

// usualPath returns the path of a file whose upload shows no more than its name and folders, which some files are known by.
func usualPath(p []string) string {
	name := strings.Join(p, "/")
	switch strings.ToLower(p[0]) {
	case "globals.xml", "economy.xml":
		return "db/" + name
	case "serverdz.cfg", "priority.txt":
		return "/" + name
	}
	if outside := profilePath(p); outside != "" {
		return outside
	}
	return name
}

// profilePath returns the path of a file in a folder that is known to be outside of missions, empty for any other file.
func profilePath(p []string) string {
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

// ShowsPath reports whether a folder of that name is known to be outside of missions, so that its name shows where its files belong.
func ShowsPath(folder string) bool { return profilePath([]string{folder, ""}) != "" }

// isState reports whether a file belongs to what a server has saved of its world and players: writing it back later would undo what
// has happened since.
func isState(rel string) bool {
	for i, folder := range strings.Split(strings.ToLower(path.Dir(rel)), "/") {
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

// missions is the folder of missions below the server's root.
const missions = "mpmissions"
