package mission

import (
	"fmt"
	"path"
	"strings"
)

// takenPaths are the paths of an instance's files and of the folders that these are in, in lower case as on Windows. No file may be
// where another one has a folder.
type takenPaths struct {
	files   map[string]string    // as they are spelled
	folders map[string]string    // a file in each
	records map[string]*kindInfo // of files that no import has stored yet: records alone name them
}

func newTakenPaths() *takenPaths {
	return &takenPaths{files: map[string]string{}, folders: map[string]string{}, records: map[string]*kindInfo{}}
}

func (t *takenPaths) add(name string) {
	key := strings.ToLower(name)
	t.files[key] = name
	for dir := path.Dir(key); dir != "."; dir = path.Dir(dir) {
		t.folders[dir] = name
	}
}

// check returns why no file of the kind can be at a path below the server's root, nil where one can.
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
