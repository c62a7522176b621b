package target

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/archive"
	"quartermaster/internal/remote"
)

// How much of a server is listed and fetched.
const (
	maxFiles = 5_000
	maxBytes = 128 << 20
	maxLevel = 8 // folders below each other
)

// File is a file of a server that Quartermaster reads or keeps.
type File struct {
	Path      string // on the server
	Generated string // the path of the generated file that it is
	Size      int64
	Modified  time.Time
}

// Listing returns the files of the server that Quartermaster reads or keeps, by their generated paths: texts in the folders of mission,
// profiles and BattlEye, and a few beside them. Logs, stored worlds and what players have are left out. It refuses a server with too many.
func (p *Place) Listing(ctx context.Context) ([]File, error) {
	l := listing{place: p, seen: map[string]bool{}}
	if err := l.roots(ctx); err != nil {
		return nil, err
	}
	slices.SortFunc(l.files, func(a, b File) int { return strings.Compare(a.Generated, b.Generated) })
	return l.files, nil
}

type listing struct {
	place *Place
	files []File
	seen  map[string]bool
	bytes int64
	count int // of entries
}

// ErrTooLarge is returned for a server with more files than any configuration has.
var ErrTooLarge = fmt.Errorf("the folders on the server hold more than %d files or %d MiB that could be configuration; name the folders "+
	"of mission and profiles more narrowly",
	maxFiles, maxBytes>>20)

// roots lists the folders of the layout. One that is not there is empty.
func (l *listing) roots(ctx context.Context) error {
	home := l.place.dir(missions + "/" + l.place.Target.Mission)
	beside := nowhere // lists of players of a console
	if isConsole(path.Base(parent(home))) {
		beside = parent(home)
	}
	for _, part := range []struct {
		folder string
		level  int
	}{{home, maxLevel}, {l.place.dir("profiles"), maxLevel}, {l.place.dir("battleye"), 1}, {l.place.root(), 1}, {beside, 1}} {
		if part.folder == nowhere {
			continue
		}
		if err := l.walk(ctx, part.folder, part.level); err != nil && !errors.Is(err, remote.ErrNotFound) {
			return err
		}
	}
	return nil
}

func (l *listing) walk(ctx context.Context, dir string, level int) error {
	entries, err := l.place.List(ctx, dir)
	if err != nil {
		return err
	}
	if l.count += len(entries); l.count > maxEntries {
		return ErrTooLarge
	}
	for _, e := range entries {
		at := path.Join(dir, e.Name)
		switch {
		case !e.Folder:
			err = l.add(at, e)
		case level > 1 && !leftOut(e.Name):
			err = l.walk(ctx, at, level-1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// add notes a file, once.
func (l *listing) add(at string, e remote.Entry) error {
	generated, placed := l.place.Generated(at)
	if !placed || !wanted(generated) || e.Size > archive.MaxFile || l.seen[at] {
		return nil
	}
	l.seen[at] = true
	l.files = append(l.files, File{Path: at, Generated: generated, Size: e.Size, Modified: e.Modified})
	if l.bytes += e.Size; len(l.files) > maxFiles || l.bytes > maxBytes {
		return ErrTooLarge
	}
	return nil
}
