package store

import (
	"context"
	"maps"
	"sync"

	"quartermaster/internal/record"
)

const (
	maxKnownCounts = 200 // how many are remembered
	maxKnownValues = 500 // in one of them
)

// knownCounts remembers what CountValues has counted of whole lists in instances, up to a few megabytes. It is safe for concurrent
// use.
type knownCounts struct {
	mu    sync.Mutex
	known map[countsKey]countsAt
}

type countsKey struct {
	scope     Scope
	statement string
}

// countsAt are counts that hold while the instance's revision and the owner's number of changes without one are these.
type countsAt struct {
	revision, changes int64
	counts            [][]ValueCount
}

func newKnownCounts() *knownCounts { return &knownCounts{known: map[countsKey]countsAt{}} }

func (k *knownCounts) get(key countsKey, revision, changes int64) ([][]ValueCount, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	found := k.known[key]
	return found.counts, found.counts != nil && found.revision == revision && found.changes == changes
}

// put remembers counts; when there are too many, all others are forgotten.
func (k *knownCounts) put(key countsKey, found countsAt) {
	values := 0
	for _, list := range found.counts {
		values += len(list)
	}
	if values > maxKnownValues {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.known) >= maxKnownCounts {
		clear(k.known)
	}
	k.known[key] = found
}

// Forget frees what is remembered of an instance in a state that is over.
func (db *DB) Forget(s Scope) {
	db.counts.mu.Lock()
	defer db.counts.mu.Unlock()
	maps.DeleteFunc(db.counts.known, func(key countsKey, _ countsAt) bool { return key.scope.InstanceID == s.InstanceID })
}

// countOnce counts a whole list with the statement, unless the result is known and nothing has changed in the instance since. The
// state is read first, so that counts are never remembered as newer than they are.
func (db *DB) countOnce(ctx context.Context, s Scope, q *query, fields []*record.Field) ([][]ValueCount, error) {
	var now countsAt
	const text = `SELECT i.revision, u.record_changes FROM instances i JOIN users u ON u.id = i.user_id WHERE i.id = $1 AND u.id = $2`
	if err := db.QueryRow(ctx, text, s.InstanceID, s.UserID).Scan(&now.revision, &now.changes); err != nil {
		return nil, err
	}
	key := countsKey{s, q.String()}
	if counts, known := db.counts.get(key, now.revision, now.changes); known {
		return counts, nil
	}
	var err error
	if now.counts, err = db.readCounts(ctx, q, fields); err == nil {
		db.counts.put(key, now)
	}
	return now.counts, err
}
