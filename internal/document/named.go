package document

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// Naming says that one document names the files of others.
type Naming struct {
	Of  *Document // whose files are named
	In  *Document // where
	Key string    // of the list of their paths
}

// territoriesKey is where cfgenvironment.xml names the files of territories.
const territoriesKey = "territories.file"

// Namings returns which documents name the files of which others.
func Namings() (list []Naming) {
	for _, d := range All() {
		if d.NamedBy != "" {
			list = append(list, Naming{d, Named("gameplay"), d.NamedBy})
		}
	}
	return append(list, Naming{Named("territories"), Named("environment"), territoriesKey})
}

// Files returns the files that the values of the naming document name, each once, as paths below the mission folder. What leads out of
// it is left out.
func (n Naming) Files(values *jsontree.Object) (names []string) {
	var value any = values
	for key := range strings.SplitSeq(n.Key, ".") {
		object, _ := value.(*jsontree.Object)
		value, _ = object.Get(key)
	}
	list, _ := value.([]any)
	for _, member := range list {
		if text, isText := member.(string); isText {
			names = AddName(names, text)
		}
	}
	return names
}

// AddName adds a path as files write it, which may begin with ./ or have backslashes, unless it is there or leads out of the folder.
func AddName(names []string, written string) []string {
	name := strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(written, `\`, "/")), "/")
	if name == "" || slices.ContainsFunc(names, func(other string) bool { return strings.EqualFold(other, name) }) {
		return names
	}
	return append(names, name)
}
