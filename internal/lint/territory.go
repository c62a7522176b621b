package lint

import (
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
)

// territories yields the files of territories, sorted by path.
func (w *world) territories() iter.Seq[*gameFile] {
	return func(yield func(*gameFile) bool) {
		for _, at := range slices.Sorted(maps.Keys(w.Game)) {
			if strings.HasPrefix(at, territoryFolder) && !yield(w.Game[at]) {
				return
			}
		}
	}
}

// stem returns the name of a file without folder and ending, in lower case.
func stem(file string) string {
	base := strings.ToLower(path.Base(file))
	return strings.TrimSuffix(base, path.Ext(base))
}
