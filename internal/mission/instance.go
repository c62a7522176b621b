package mission

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// maxPath is how many bytes the path of a file may have.
const maxPath = 500

// instance holds what files depend on beside their records. In this package, the path of a file (rel) is below the mission folder or,
// with a slash before it, below the server's root; paths for callers are all below the server's root.
type instance struct {
	mission    string // the folder below mpmissions
	useTypes   bool   // types files are written from the records
	useCatalog bool   // new class names take what the catalog knows
	onDemand   []Kind // kinds of files that hold more than their own records
	revision   int64
	guard      guard
	taken      *takenPaths // of an import
}

// path returns a path below the server's root.
func (i instance) path(rel string) string {
	if outside, ok := strings.CutPrefix(rel, "/"); ok {
		return outside
	}
	return path.Join(missions, i.mission, rel)
}

// includes reports whether files of the kind hold more than their own records.
func (i instance) includes(name Kind) bool { return slices.Contains(i.onDemand, name) }

// take takes a path for a file of the kind. The error is a fileError that says why no such file can be there.
func (i instance) take(k *kindInfo, rel string) error {
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
	i.taken.add(name)
	return nil
}

var errLongPath = fmt.Errorf("its path is longer than %d bytes", maxPath)
