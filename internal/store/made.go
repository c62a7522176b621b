package store

import (
	"context"
	"sync"
)

// Made collects the revisions that are made with a context. It is safe for concurrent use.
type Made struct {
	mu   sync.Mutex
	list []revisionOf
}

// revisionOf is a revision of an instance.
type revisionOf struct {
	scope  Scope
	number int64
}

type madeKey struct{}

// NotingRevisions returns a context that collects the revisions made with it.
func NotingRevisions(ctx context.Context) (context.Context, *Made) {
	made := new(Made)
	return context.WithValue(ctx, madeKey{}, made), made
}

// Of returns the first and the last revision of an instance, and whether nobody else has made one in between. Without any they are 0.
func (m *Made) Of(instance int64) (first, last int64, alone bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := int64(0)
	for _, r := range m.list {
		if r.scope.InstanceID != instance {
			continue
		}
		if n == 0 || r.number < first {
			first = r.number
		}
		last = max(last, r.number)
		n++
	}
	return first, last, n > 0 && last-first+1 == n
}

// OnRevision has tell called after each revision that is made, with its instance. It is called before the first one; tell must not wait.
func (db *DB) OnRevision(tell func(Scope)) { db.revised = tell }

// noteRevision tells of a revision that has been committed.
func (db *DB) noteRevision(ctx context.Context, r revisionOf) {
	if r.number == 0 {
		return
	}
	if db.revised != nil {
		db.revised(r.scope.Owners())
	}
	made, _ := ctx.Value(madeKey{}).(*Made)
	if made == nil {
		return
	}
	made.mu.Lock()
	defer made.mu.Unlock()
	made.list = append(made.list, r)
}
