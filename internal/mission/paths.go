package mission

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"quartermaster/internal/archive"
	"quartermaster/internal/ce"
	"quartermaster/internal/say"
)

// resolvedPath is the path at which an uploaded file belongs.
type resolvedPath struct {
	rel     string
	rooted  bool        // the upload shows its full path
	foreign bool        // it belongs to another mission or server, or to a copy of the instance's
	exact   bool        // it is the path that the caller wants, whatever the file is
	apart   bool        // it is in a folder that says nothing, beside other files of the upload
	beside  bool        // it is apart, and the upload shows where the mission is
	leftOut say.Message // why the file is none of the server; nothing of one that may be
}

// leftOut returns the path of a file that is not taken in, for the reason.
func leftOut(p []string, why say.Message) resolvedPath {
	return resolvedPath{rel: "/" + strings.Join(p, "/"), rooted: true, foreign: true, leftOut: why}
}

// asUploaded keeps the uploaded path of a file that belongs to another server.
func asUploaded(p []string) resolvedPath {
	return resolvedPath{rel: "/" + strings.Join(p, "/"), rooted: true, foreign: true}
}

// segments cleans a path, with / or \, and splits it into folders and the name.
func segments(uploaded string) []string {
	clean := path.Clean("/" + strings.ReplaceAll(archive.CleanPath(uploaded), `\`, "/"))
	names := strings.Split(strings.TrimPrefix(clean, "/"), "/")
	if len(names) > 1 && isDrive(names[0]) {
		return names[1:]
	}
	return names
}

// isDrive reports whether a name is a Windows drive, such as "C:".
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

// usualPath returns the path of a file for which neither a server nor a mission folder is known.
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

// profilePath returns the path of a file in a folder that is known to be outside of missions, or "".
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

// ShowsPath reports whether a folder of that name is known to be outside of missions, so that its name determines the paths of its
// files.
func ShowsPath(folder string) bool { return profilePath([]string{folder, ""}) != "" }

// isState reports whether a file belongs to the saved state of a running server: writing it back later would undo what has happened
// since.
func isState(rel string) bool {
	for i, folder := range strings.Split(strings.ToLower(path.Dir(rel)), "/") {
		number, found := strings.CutPrefix(folder, "storage_")
		if found && (i == 0 || number != "" && strings.Trim(number, "0123456789") == "") {
			return true
		}
	}
	return false
}

// foldersOf returns the folders of the files in the <ce> elements of an economy core, by file name in lower case.
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
