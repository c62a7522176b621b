package delivery

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/remote"
)

// maxOthers bounds the files that only the server has.
const maxOthers = 1000

// addOthers adds the files of the server that the instance does not have: those that were delivered, and files of the same sorts in
// the folders of the generated ones.
func (v *survey) addOthers(ctx context.Context, l *link) error {
	place, _, err := l.open(ctx)
	if err != nil {
		return err
	}
	here := map[string]bool{}
	for _, f := range v.plan.Files {
		here[strings.ToLower(f.Remote)] = true
	}
	var others []File
	for name, k := range v.known {
		if k.fetched {
			continue
		}
		other := File{Path: name, Remote: place.Path(name), Status: OnlyThere, Gone: true}
		if other.Remote == "" || here[strings.ToLower(other.Remote)] {
			continue
		}
		if other.Remote, other.there, err = v.tree.find(ctx, other.Remote); err != nil {
			return err
		}
		if other.there != nil && !other.there.Folder && !here[strings.ToLower(other.Remote)] {
			other.Bytes, here[strings.ToLower(other.Remote)] = other.there.Size, true
			others = append(others, other)
		}
	}
	others = append(others, v.strangers(here)...)
	v.plan.Files = append(v.plan.Files, others[:min(len(others), maxOthers)]...)
	slices.SortFunc(v.plan.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return nil
}

// configured are the endings of files that may belong to the configuration of a server.
var configured = []string{".xml", ".json", ".txt", ".cfg", ".c", ".map"}

// strangers returns the other files in the folders of generated ones, but for the folder of the server itself, which holds the game.
func (v *survey) strangers(here map[string]bool) (others []File) {
	folders := map[string]string{} // on the server, with what they are when files are generated
	for _, f := range v.plan.Files {
		if dir := dirOf(f.Remote); dir != "" {
			folders[dir] = dirOf(f.Path)
		}
	}
	for dir, generated := range folders {
		for _, e := range v.tree.entries(dir) {
			name := path.Join(dir, e.Name)
			if e.Folder || here[strings.ToLower(name)] || !slices.Contains(configured, strings.ToLower(path.Ext(e.Name))) {
				continue
			}
			others = append(others, File{Path: path.Join(generated, e.Name), Remote: name, Status: OnlyThere, Bytes: e.Size, there: new(e)})
		}
	}
	slices.SortFunc(others, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return others
}

// entries returns what is known to lie in a folder.
func (t *tree) entries(dir string) []remote.Entry {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.folders {
		if f.path == dir {
			return f.entries
		}
	}
	return nil
}
