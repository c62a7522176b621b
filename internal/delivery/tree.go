package delivery

import (
	"context"
	"errors"
	"path"
	"strings"
	"sync"

	"quartermaster/internal/remote"
)

// tree holds the folders of a server, each listed once. It is safe for concurrent use.
type tree struct {
	list func(ctx context.Context, dir string) ([]remote.Entry, error)

	mu      sync.Mutex
	folders map[string]*folder
}

// folder is a folder of a server, under the name that the server has for it.
type folder struct {
	path    string
	entries []remote.Entry

	once sync.Once
	err  error
}

func newTree(l *link) *tree {
	return &tree{folders: map[string]*folder{}, list: func(ctx context.Context, dir string) (entries []remote.Entry, err error) {
		err = l.do(ctx, func(p Place) error {
			entries, err = p.List(ctx, dir)
			return err
		})
		return entries, err
	}}
}

// find returns the path of a file as the server spells it, which may be in other letter case, and the file; nil if it is not there.
func (t *tree) find(ctx context.Context, name string) (spelled string, entry *remote.Entry, err error) {
	in, err := t.folder(ctx, dirOf(name))
	if err != nil {
		return name, nil, err
	}
	entry = in.named(path.Base(name), false)
	if entry == nil {
		return path.Join(in.path, path.Base(name)), nil, nil
	}
	return path.Join(in.path, entry.Name), entry, nil
}

// folder returns a folder, an empty one if it is not there. Only where it is not found as spelled are the folders above it listed.
func (t *tree) folder(ctx context.Context, dir string) (*folder, error) {
	t.mu.Lock()
	f := t.folders[dir]
	if f == nil {
		f = &folder{path: dir}
		t.folders[dir] = f
	}
	t.mu.Unlock()
	f.once.Do(func() { f.err = t.read(ctx, f) })
	return f, f.err
}

func (t *tree) read(ctx context.Context, f *folder) (err error) {
	f.entries, err = t.list(ctx, f.path)
	if err == nil || !errors.Is(err, remote.ErrNotFound) {
		return err
	}
	if f.path == "" {
		return nil
	}
	above, err := t.folder(ctx, dirOf(f.path))
	if err != nil {
		return err
	}
	spelled := above.named(path.Base(f.path), true)
	if spelled == nil {
		f.path = path.Join(above.path, path.Base(f.path))
		return nil
	}
	f.path = path.Join(above.path, spelled.Name)
	f.entries, err = t.list(ctx, f.path)
	return err
}

// named returns the file or folder of a name, else the first one with that name in other letter case, else nil.
func (f *folder) named(name string, isFolder bool) (found *remote.Entry) {
	for i, e := range f.entries {
		switch {
		case e.Name == name:
			return &f.entries[i]
		case found == nil && e.Folder == isFolder && strings.EqualFold(e.Name, name):
			found = &f.entries[i]
		}
	}
	return found
}
