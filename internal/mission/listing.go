package mission

import (
	"context"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/observe"
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
	known := e.files != nil && e.names == fresh.names && e.revision <= fresh.revision
	observe.Looked(ctx, "generated files", known)
	if !known {
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

// validate brings an entry to the current revision: of the files that may have changed it keeps only what is known of their entries.
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
	switch {
	case e.paths == nil:
	case len(records)+len(files) == 0:
		return e, nil
	case len(files) == 0 && len(records) <= fewRecords && !c.moved[k.info().resource.Name]:
		return e, l.alter(ctx, k.info(), e, records)
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
		if valid[rel], err = l.review(ctx, k.info(), rel, w, records); err != nil {
			return e, err
		}
	}
	e.files = valid
	return e, nil
}

// fewRecords is how many changed records are looked up one by one to find their files.
const fewRecords = 100

// alter marks the files of changed records, which have stayed in their files.
func (l *listing) alter(ctx context.Context, k *kindInfo, e cacheEntry, changed map[int64]bool) error {
	rows, err := l.db.Among(ctx, k.resource, l.scope, slices.Collect(maps.Keys(changed)))
	if err != nil {
		return err
	}
	altered := map[string]bool{}
	for _, row := range rows {
		altered[strings.ToLower(l.pathOf(k, row))] = true
	}
	for rel, w := range e.files {
		if altered[strings.ToLower(rel)] {
			e.files[rel] = w.after(changed)
		}
	}
	return nil
}

// review returns what is still known of a file after changes of records: all of it if none of its records has changed, come or gone.
func (l *listing) review(ctx context.Context, k *kindInfo, rel string, w written, changed map[int64]bool) (written, error) {
	if len(changed) == 0 {
		return w, nil
	}
	f, err := l.idsAt(ctx, k, rel)
	if ids := f.digest(); ids != w.ids || slices.ContainsFunc(f.ids, func(id int64) bool { return changed[id] }) {
		w = w.after(changed)
		w.ids = ids
	}
	return w, err
}

// remember caches the size and digest of a generated file.
func (l *listing) remember(ctx context.Context, k fileKind, rel string, w written) error {
	info := k.info()
	if !l.isCached(info) || len(w.warnings) > maxWarnings {
		return nil
	}
	w.file = l.stored(info, rel).ID
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
