package mission

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"quartermaster/internal/say"
)

// settled is a file of which everything is stored as its last import has it: each record says what its entry says, in its place. So an
// import of the same bytes has nothing to change.
type settled struct {
	kind     *kindInfo
	file     int64  // id of its record.File
	sha256   string // of the import
	entries  int
	warnings []say.Message  // about its text
	limits   string         // digest of the user's names that its records may refer to; empty if they refer to none
	own      map[string]Own // what is an owner's own in it; see importer.judge
}

// settledInstance holds the files of an instance that were settled at a revision, by their paths in lower case.
type settledInstance struct {
	revision int64
	files    map[string]settled
}

// size is what it takes to remember the files, as a number of texts of some 300 bytes.
func (i settledInstance) size() (n int) {
	for _, f := range i.files {
		n += 1 + len(f.warnings)
	}
	return n
}

// settledFiles remembers settled files. It is safe for concurrent use.
type settledFiles struct {
	mu        sync.Mutex
	size      int
	instances map[int64]settledInstance
}

// mostSettled limits what is remembered of all instances: when it is full, it is forgotten.
const mostSettled = 10_000

func (s *settledFiles) get(instance int64) settledInstance {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.instances[instance]
	i.files = maps.Clone(i.files)
	return i
}

func (s *settledFiles) put(instance int64, i settledInstance) {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := i.size()
	s.size += size - s.instances[instance].size()
	if s.instances == nil || s.size > mostSettled {
		s.instances, s.size = map[int64]settledInstance{}, size
	}
	if size > mostSettled {
		i.files, s.size = nil, 0
	}
	s.instances[instance] = i
}

// settledNow returns the files of an instance that are settled still.
func (s *Service) settledNow(ctx context.Context, l *listing) (map[string]settled, error) {
	then := s.settled.get(l.scope.InstanceID)
	if len(then.files) == 0 {
		return map[string]settled{}, nil
	}
	c, err := l.changesSince(ctx, then.revision)
	if err != nil {
		return nil, err
	}
	limits, err := limitsNow(ctx, l)
	if err != nil {
		return nil, err
	}
	stale := map[*kindInfo]func(rel string) bool{}
	for rel, f := range then.files {
		if stale[f.kind] == nil {
			if stale[f.kind], err = l.hasAltered(ctx, f.kind, c); err != nil {
				return nil, err
			}
		}
		if f.limits != "" && f.limits != limits || c.files[f.kind.name][f.file] || stale[f.kind](rel) {
			delete(then.files, rel)
		}
	}
	return then.files, nil
}

// hasAltered returns a function that reports whether changes concern the records of a file of a kind, or what these refer to. Where
// records have come, gone or moved, they concern all of them.
func (l *listing) hasAltered(ctx context.Context, k *kindInfo, c changes) (func(rel string) bool, error) {
	records, _ := c.of(k)
	switch {
	case !c.areLimited(k), c.moved[k.resource.Name], len(records) > fewRecords:
		return func(string) bool { return true }, nil
	case len(records) == 0:
		return func(string) bool { return false }, nil
	}
	altered, err := l.filesOfRecords(ctx, k, records)
	return func(rel string) bool { return altered[rel] }, err
}

// filesOfRecords returns the paths of the files that records are in, in lower case.
func (l *listing) filesOfRecords(ctx context.Context, k *kindInfo, ids map[int64]bool) (map[string]bool, error) {
	rows, err := l.db.Among(ctx, k.resource, l.scope, slices.Collect(maps.Keys(ids)))
	paths := map[string]bool{}
	for _, row := range rows {
		paths[strings.ToLower(l.pathOf(k, row))] = true
	}
	return paths, err
}

// limitsNow returns a digest of the user's categories, usages, values and tags. They can change without a revision.
func limitsNow(ctx context.Context, l *listing) (string, error) {
	n := &names{limits: limits{}}
	for _, res := range limitResources {
		rows, err := l.db.All(ctx, res, l.scope, "")
		if err != nil {
			return "", err
		}
		n.limits[res] = newReferences(res, rows)
	}
	return n.digest(), nil
}
