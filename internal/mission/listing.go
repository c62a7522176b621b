package mission

import (
	"context"
	"slices"
)

// listing finds the files of an instance, with what is cached about them.
type listing struct {
	*generator
	cache   *fileCache
	changes map[int64]changes // since a revision, read once
}

// isCached reports whether files of the kind are cached: they depend on nothing but records.
func (l *listing) isCached(k *kindInfo) bool { return k.from != nil && !l.instance.includes(k.name) }

// lookup returns the files of a kind with what is cached about them.
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

// newEntry returns an entry of the current revision and names, without files.
func (l *listing) newEntry(ctx context.Context, k fileKind) (cacheEntry, error) {
	names, err := l.namesOf(ctx, k)
	return cacheEntry{revision: l.instance.revision, names: names.digest(), files: map[string]written{}}, err
}

// validate brings an entry to the current revision by removing the files that may have changed.
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

// hasSameRecords reports whether a file still has the same records, none of which has changed.
func (l *listing) hasSameRecords(ctx context.Context, k *kindInfo, rel string, w written, changed map[int64]bool) (bool, error) {
	if len(changed) == 0 {
		return true, nil
	}
	f, err := l.idsAt(ctx, k, rel)
	return f.digest() == w.ids && !slices.ContainsFunc(f.ids, func(id int64) bool { return changed[id] }), err
}

// remember caches the size and digest of a generated file.
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

// changesSince returns the changes since a revision. They are read once.
func (l *listing) changesSince(ctx context.Context, revision int64) (c changes, err error) {
	if read, is := l.changes[revision]; is {
		return read, nil
	}
	if c, err = readChanges(ctx, l.db, l.scope.InstanceID, revision, l.instance.revision, l.files); err == nil {
		l.changes[revision] = c
	}
	return c, err
}
