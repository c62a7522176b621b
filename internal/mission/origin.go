package mission

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/gameversion"
	"quartermaster/internal/store"
)

// Origin says which version of the game a file comes from, and how it differs from it.
type Origin struct {
	Map, Version string
	OwnChanges   int // values that the version has otherwise
	OwnEntries   int // entries that it does not have
	Missing      int // entries of it that no file of the instance has; of several files, told of the one that has most of them
}

// Origins returns where files of an instance come from, as they are now, by their paths. Those of which that is not clear are left out.
func (s *Service) Origins(ctx context.Context, files []File) (map[string]Origin, error) {
	if len(files) == 0 {
		return nil, nil
	}
	key, err := s.originsKey(ctx, files)
	if err != nil || key.sha256 == "" {
		return nil, err
	}
	list, known := lookUp(s.known, &s.known.origins, key)
	if !known {
		if list, err = s.findOrigins(ctx, files); err != nil {
			return nil, err
		}
		remember(s.known, &s.known.origins, key, list, mostOrigins)
	}
	return maps.Clone(list), nil
}

// originsKey returns what the origins of files follow from: what they were imported as, what they are, and the versions of the game. It
// is empty where there are no versions.
func (s *Service) originsKey(ctx context.Context, files []File) (key recognized, err error) {
	versions, err := s.versionsOf(ctx, files[0].from.instance)
	if err != nil || len(versions) == 0 {
		return key, err
	}
	sum := sha256.New()
	for n := range files {
		f := &files[n]
		if err := f.measure(ctx); err != nil && !isUnwritten(err) {
			return key, err
		}
		imported, _ := f.Original()
		fmt.Fprintf(sum, "%s %q %s %s %t %q %q\n", f.Kind, f.Path, imported, f.SHA256, f.Broken, Sentence(f.Error), f.CopyOf)
	}
	return recognized{sha256: hex.EncodeToString(sum.Sum(nil)), versions: digestOfVersions(versions)}, nil
}

// findOrigins compares files with the versions of the game.
func (s *Service) findOrigins(ctx context.Context, files []File) (map[string]Origin, error) {
	recognized, err := s.originsOf(ctx, files[0].from.instance, files)
	if err != nil {
		return nil, err
	}
	list, had := map[string]Origin{}, map[kindOfVersion]*holders{}
	for n := range files {
		f := &files[n]
		of, known := recognized[strings.ToLower(f.rel)]
		if !known || !f.Error.IsNone() {
			continue
		}
		d, err := s.fromGame(ctx, f, of.version)
		if err != nil {
			return nil, err
		}
		list[f.Path] = Origin{Map: of.version.Map, Version: of.version.Name, OwnChanges: d.Changes, OwnEntries: d.Own}
		for kind, entries := range d.Had {
			key := kindOfVersion{of.version, kind}
			had[key] = had[key].with(f.Path, entries)
		}
	}
	for key, h := range had {
		o := list[h.path]
		o.Missing += max(0, key.version.Counts[key.kind]-h.total)
		list[h.path] = o
	}
	return list, nil
}

type kindOfVersion struct {
	version *gameversion.Version
	kind    string
}

// holders are the files that have entries of a kind: how many in all, and which has most of them.
type holders struct {
	total, most int
	path        string
}

func (h *holders) with(path string, entries int) *holders {
	if h == nil {
		h = new(holders)
	}
	h.total += entries
	if entries > h.most {
		h.most, h.path = entries, path
	}
	return h
}

// fromGame compares a file, as it is now, with a version of the game.
func (s *Service) fromGame(ctx context.Context, f *File, v *gameversion.Version) (d gameversion.Difference, err error) {
	p := printed{f.from.instance, f.kind, f.rel}
	key := keyOfRecognized(p, f.SHA256, []*gameversion.Version{v})
	if d, known := s.known.comparison(key); known {
		return d, nil
	}
	data, err := f.Content(ctx)
	if isUnwritten(err) {
		return d, nil
	}
	if err != nil {
		return d, err
	}
	text, _ := charset.Decode(data)
	prints := new(gameversion.Imprint)
	_ = p.addTo(prints, text) // what cannot be read says nothing
	d = v.Compare(prints)
	s.known.compared(key, d)
	return d, nil
}

// Standing says which version of the game most of an instance's files come from, and how much in all files is its owner's own; ok is
// false where no file is recognized.
func Standing(origins map[string]Origin) (o Origin, ok bool) {
	count := map[string]int{}
	for _, one := range origins {
		count[one.Version]++
		o.Map = one.Map
		o.OwnChanges, o.OwnEntries, o.Missing = o.OwnChanges+one.OwnChanges, o.OwnEntries+one.OwnEntries, o.Missing+one.Missing
	}
	for name := range count {
		if o.Version == "" || cmp.Or(count[name]-count[o.Version], gameversion.CompareNames(name, o.Version)) > 0 {
			o.Version = name
		}
	}
	return o, len(origins) > 0
}

// StandingOf returns the Standing of an instance, of all its files or those with a path.
func (s *Service) StandingOf(ctx context.Context, scope store.Scope, paths ...string) (Origin, bool, error) {
	files, err := s.Generate(ctx, scope)
	if err != nil {
		return Origin{}, false, err
	}
	origins, err := s.Origins(ctx, files)
	if len(paths) > 0 {
		for path := range origins {
			if !slices.Contains(paths, path) {
				delete(origins, path)
			}
		}
	}
	o, ok := Standing(origins)
	return o, ok, err
}
