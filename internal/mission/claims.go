package mission

import (
	"context"
	"fmt"
	"path"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// claims are the paths of an instance's files and the folders that these lie in, in small letters: Windows knows no others. No file
// may lie where another one has a folder.
type claims struct {
	files   map[string]string // as they are spelled
	folders map[string]string // a file in each
	records map[string]*kind  // of those that no import has stored yet: records alone name them
}

// claimed returns the paths that generation writes, and those that it may write.
func (s *Service) claimed(ctx context.Context, scope store.Scope, i instance) (*claims, error) {
	files, err := s.Files(ctx, scope)
	c := &claims{files: map[string]string{}, folders: map[string]string{}, records: map[string]*kind{}}
	for _, k := range kinds {
		if k.main != "" {
			c.add(i.path(k.main))
		}
	}
	for _, f := range files {
		c.add(f.Path)
		if !f.Broken && f.from.stored(f.kind, f.place).ID == 0 {
			c.records[strings.ToLower(i.path(f.place))] = f.kind
		}
	}
	return c, err
}

func (c *claims) add(name string) {
	key := strings.ToLower(name)
	c.files[key] = name
	for dir := path.Dir(key); dir != "."; dir = path.Dir(dir) {
		c.folders[dir] = name
	}
}

// check tells why no file of the kind can lie at a path.
func (c *claims) check(k *kind, name string) error {
	key := strings.ToLower(name)
	if of, ok := c.records[key]; ok && of != k {
		return fmt.Errorf("there are records that are written to this file, and it is of another kind (%s)", of.label)
	}
	if inside, ok := c.folders[key]; ok {
		return fmt.Errorf("a folder of the server has that name: %s lies in it", inside)
	}
	for dir := path.Dir(key); dir != "."; dir = path.Dir(dir) {
		if file, ok := c.files[dir]; ok {
			return fmt.Errorf("it lies in %s, which is a file", file)
		}
	}
	return nil
}

// claim takes a place for a file of the kind, or tells why it cannot lie there.
func (i instance) claim(k *kind, place string) error {
	name := i.path(place)
	if len(place) > maxPlace {
		return fileError{errLongPath}
	}
	if err := record.CheckPath(strings.TrimPrefix(place, "/")); err != nil {
		return fileError{err}
	}
	if err := i.claims.check(k, name); err != nil {
		return fileError{err}
	}
	i.claims.add(name)
	return nil
}
