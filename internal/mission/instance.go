package mission

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// maxPath limits the path of a file, in bytes.
const maxPath = 500

// instance holds the settings of an instance that its files depend on. In this package, the path of a file (rel) is relative to the
// mission folder or, with a leading slash, to the server's root; paths for callers are always relative to the server's root.
type instance struct {
	mission    string // the folder below mpmissions
	mapName    string // the short name of its map
	useTypes   bool   // types files are generated
	useCatalog bool   // new class names get the values of the catalog
	onDemand   []Kind // kinds of files that also hold the players of another list
	revision   int64
	guard      guard
	taken      *takenPaths // set during an import
	bases      *bases      // set during an update
	settling   *settling   // what an import knows of settled files
	room       *roomLeft   // for contents
}

// path returns a path below the server's root.
func (i instance) path(rel string) string {
	if outside, ok := strings.CutPrefix(rel, "/"); ok {
		return outside
	}
	return path.Join(missions, i.mission, rel)
}

// includes reports whether files of the kind also hold the players of another list.
func (i instance) includes(name Kind) bool { return slices.Contains(i.onDemand, name) }

// take reserves a path for a file of the kind, which the report is about, or nil for one of no upload. It returns a fileError if no such
// file can be there.
func (i instance) take(k *kindInfo, rel string, by *Report) error {
	name := i.path(rel)
	if len(rel) > maxPath {
		return fileError{errLongPath}
	}
	if err := record.CheckPath(strings.TrimPrefix(rel, "/")); err != nil {
		return fileError{err}
	}
	if err := i.taken.check(k, name); err != nil {
		return fileError{err}
	}
	if err := i.taken.claim(name, by); err != nil {
		return err
	}
	i.taken.add(name)
	return nil
}

var errLongPath = fmt.Errorf("its path is longer than %d bytes", maxPath)
