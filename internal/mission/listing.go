package mission

import (
	"context"
	"slices"
)

// listing finds out which files of an instance there are, and what is known of them.
type listing struct {
	*generator
	cache   *fileCache
	changes map[int64]changes // after a revision, read once
}

// isCached reports whether what files of the kind are written as is valid until something changes.
func (l *listing) isCached(k *kindInfo) bool { return k.from != nil && !l.instance.includes(k.name) }

// lookup returns which files of a kind there are, and what is known of them.
func (l *listing) lookup(ctx context.Context, k fileKind) (cacheEntry, error) {
	info := k.info()
	if !l.isCached(info) {
		paths, err := k.paths(ctx, l.generator)
		return cacheEntry{paths: paths}, err
	}
	fresh, err := l.newEntry(ctx, k)
	if err != nil {
		return fresh, err
	}
	e := l.cache.get(l.scope.InstanceID, info.name)
	if e.files == nil || e.names != fresh.names || e.revision > fresh.revision {
		e = fresh
	}
	if e, err = l.validate(ctx, k, e); err == nil {
		l.cache.put(l.scope.InstanceID, info.name, e)
	}
	return e, err
}

// newEntry returns an entry of the present revision and names, of which no file is known.
func (l *listing) newEntry(ctx context.Context, k fileKind) (cacheEntry, error) {
	names, err := l.namesOf(ctx, k)
	return cacheEntry{revision: l.instance.revision, names: names.digest(), files: map[string]written{}}, err
}

// validate brings an entry to the present revision: files that may be written as something else are removed.
func (l *listing) validate(ctx context.Context, k fileKind, e cacheEntry) (cacheEntry, error) {
	c, err := l.changesSince(ctx, e.revision)
	if err != nil {
		return e, err
	}
	e.revision = l.instance.revision
	if !c.areLimited(k.info()) {
		e.paths, e.files = nil, map[string]written{}
	}
	records, files := c.of(k.info())
	if e.paths != nil && len(records)+len(files) == 0 {
		return e, nil
	}
	if e.paths, err = k.paths(ctx, l.generator); err != nil {
		return e, err
	}
	valid := map[string]written{}
	for _, rel := range e.paths {
		w, known := e.files[rel]
		if !known || files[w.file] || w.file != l.stored(k.info(), rel).ID {
			continue
		}
		if same, err := l.hasSameRecords(ctx, k.info(), rel, w, records); err != nil {
			return e, err
		} else if same {
			valid[rel] = w
		}
	}
	e.files = valid
	return e, nil
}

// hasSameRecords reports whether a file has the records that it was written from, and none of those that have changed.
func (l *listing) hasSameRecords(ctx context.Context, k *kindInfo, rel string, w written, changed map[int64]bool) (bool, error) {
	if len(changed) == 0 {
		return true, nil
	}
	f, err := l.idsAt(ctx, k, rel)
	return f.digest() == w.ids && !slices.ContainsFunc(f.ids, func(id int64) bool { return changed[id] }), err
}

// remember notes what a file was written as.
func (l *listing) remember(ctx context.Context, k fileKind, rel string, w written) error {
	info := k.info()
	if !l.isCached(info) || len(w.warnings) > maxWarnings {
		return nil
	}
	w.file = l.stored(info, rel).ID
	if info.hasSlots() {
		f, err := l.idsAt(ctx, info, rel)
		if err != nil {
			return err
		}
		w.ids = f.digest()
	}
	e, err := l.newEntry(ctx, k)
	l.cache.add(l.scope.InstanceID, info.name, e, rel, w)
	return err
}

// changesSince returns the changes after a revision, read once.
func (l *listing) changesSince(ctx context.Context, revision int64) (c changes, err error) {
	if read, is := l.changes[revision]; is {
		return read, nil
	}
	if c, err = readChanges(ctx, l.db, l.scope.InstanceID, revision, l.instance.revision, l.files); err == nil {
		l.changes[revision] = c
	}
	return c, err
}
