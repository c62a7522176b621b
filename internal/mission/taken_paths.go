package mission

import (
	"fmt"
	"path"
	"strings"
)

// takenPaths holds the paths of an instance's files and of their folders, in lower case as on Windows. A file cannot have the path of
// a folder.
type takenPaths struct {
	files   map[string]string    // with their spelling
	folders map[string]string    // with a file in each
	records map[string]*kindInfo // of files that only records name, with their kinds
	claimed map[string]*Report   // by the files of an import
}

func newTakenPaths() *takenPaths {
	return &takenPaths{
		files: map[string]string{}, folders: map[string]string{}, records: map[string]*kindInfo{}, claimed: map[string]*Report{},
	}
}

func (t *takenPaths) add(name string) {
	key := strings.ToLower(name)
	t.files[key] = name
	for dir := path.Dir(key); dir != "."; dir = path.Dir(dir) {
		t.folders[dir] = name
	}
}

// check returns an error if no file of the kind can be at a path below the server's root.
func (t *takenPaths) check(k *kindInfo, name string) error {
	key := strings.ToLower(name)
	if of, ok := t.records[key]; ok && of != k {
		return fmt.Errorf("there are records that are written to this file, but it is of another kind (%s)", of.label)
	}
	if inside, ok := t.folders[key]; ok {
		return fmt.Errorf("a folder of the server has that name: it contains %s", inside)
	}
	for dir := path.Dir(key); dir != "."; dir = path.Dir(dir) {
		if file, ok := t.files[dir]; ok {
			return fmt.Errorf("it is in %s, which is a file", file)
		}
	}
	return nil
}
