package record

import (
	"fmt"
	"path"
	"strings"
)

// maxName is the maximum length of a file or folder name in bytes.
const maxName = 255

// CheckPath returns an error if a relative path is not valid on every system that servers run on.
func CheckPath(place string) error {
	for name := range strings.SplitSeq(place, "/") {
		if problem := nameProblem(name); problem != "" {
			return fmt.Errorf("its path is not valid for a file: %s", problem)
		}
	}
	return nil
}

// nameProblem describes what is wrong with the name of a file or folder, or returns "".
func nameProblem(name string) string {
	switch {
	case name == "", name == ".", name == "..":
		return "it names a folder"
	case strings.ContainsFunc(name, isForbidden):
		return fmt.Sprintf("%q has a character that Windows does not allow", name)
	case strings.HasSuffix(name, "."), strings.HasSuffix(name, " "):
		return fmt.Sprintf("%q ends with a dot or a space", name)
	case isDevice(name):
		return fmt.Sprintf("%q is a device on Windows", name)
	case len(name) > maxName:
		return fmt.Sprintf("a name in it is longer than %d bytes", maxName)
	}
	return ""
}

func isForbidden(r rune) bool { return r < ' ' || strings.ContainsRune(`\:*?"<>|`, r) }

// isDevice reports whether a name is that of a device on Windows, with or without an extension.
func isDevice(name string) bool {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	base = strings.TrimRight(base, " ")
	switch base {
	case "con", "prn", "aux", "nul":
		return true
	}
	port := strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt")
	return port && len(base) == 4 && base[3] >= '1' && base[3] <= '9'
}

// isInFile reports whether a folder of a path has the extension of the file.
func isInFile(place string) bool {
	for dir := path.Dir(place); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if strings.EqualFold(path.Ext(dir), path.Ext(place)) {
			return true
		}
	}
	return false
}
