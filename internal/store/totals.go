package store

import (
	"context"
	"errors"
	"strings"
	"sync"

	"quartermaster/internal/record"
)

// Count returns the number of records that the scope sees.
func (db *DB) Count(ctx context.Context, r *record.Resource, s Scope) (n int64, err error) {
	if r.Scope == record.InInstance && r.Beside == "" {
		return db.totalOfInstance(ctx, r, s)
	}
	q := new(query).add("/* count "+r.Name+" */ SELECT count(*) FROM "+r.Name+" r WHERE ").visible(r, s)
	return n, db.QueryRow(ctx, q.String(), q.args...).Scan(&n)
}

// totalOfInstance returns the number of an instance's records, without counting them at each call: every write to them raises
// the instance's revision in the same transaction, so a total holds as long as the revision. One statement reads the revision
// and, when it is another, counts, so that a total is only ever stored with the revision that it was counted at.
func (db *DB) totalOfInstance(ctx context.Context, r *record.Resource, s Scope) (int64, error) {
	key := totalKey{r, s}
	known, found := db.totals.get(key), total{}
	q := totalQuery(r, s, known)
	err := db.QueryRow(ctx, q.String(), q.args...).Scan(&found.revision, &found.n)
	if errors.Is(err, ErrNotFound) {
		return 0, nil // the scope sees no such instance, and so none of its records
	}
	if err == nil && found != known {
		db.totals.put(key, found)
	}
	return found.n, err
}

func totalQuery(r *record.Resource, s Scope, known total) *query {
	return new(query).add("/* total "+r.Name+" */ SELECT i.revision, CASE i.revision WHEN $ THEN $", known.revision, known.n).
		add(" ELSE (SELECT count(*) FROM "+r.Name+" r WHERE r.instance_id = i.id AND "+r.Published+") END FROM instances i WHERE i.id = $ AND i.user_id = $",
			s.InstanceID, s.UserID)
}

// CountAll counts the records of an instance: one number for each of the resources.
func (db *DB) CountAll(ctx context.Context, s Scope, resources []*record.Resource) ([]int64, error) {
	counts, targets, parts := make([]int64, len(resources)), make([]any, len(resources)), make([]string, len(resources))
	for i, r := range resources {
		targets[i] = &counts[i]
		parts[i] = "(SELECT count(*) FROM " + r.Name + " r WHERE r.instance_id = i.id AND " + r.Published + ")"
	}
	const from = " FROM instances i WHERE i.id = $1 AND i.user_id = $2"
	err := db.QueryRow(ctx, "/* count all */ SELECT "+strings.Join(parts, ", ")+from, s.InstanceID, s.UserID).Scan(targets...)
	return counts, err
}

// Has reports of each of the resources whether an instance has records of it.
func (db *DB) Has(ctx context.Context, s Scope, resources []*record.Resource) ([]bool, error) {
	found, targets, parts := make([]int64, len(resources)), make([]any, len(resources)), make([]string, len(resources))
	for i, r := range resources {
		targets[i] = &found[i]
		parts[i] = "CASE WHEN EXISTS (SELECT 1 FROM " + r.Name + " r WHERE r.instance_id = i.id AND " + r.Published + ") THEN 1 ELSE 0 END"
	}
	const from = " FROM instances i WHERE i.id = $1 AND i.user_id = $2"
	err := db.QueryRow(ctx, "/* has any */ SELECT "+strings.Join(parts, ", ")+from, s.InstanceID, s.UserID).Scan(targets...)
	has := make([]bool, len(resources))
	for i, n := range found {
		has[i] = n == 1
	}
	return has, err
}

// total is the number of records at a revision of their instance.
type total struct{ revision, n int64 }

// noTotal belongs to no revision.
var noTotal = total{revision: -1}

type totalKey struct {
	resource *record.Resource
	scope    Scope
}

// maxTotals bounds the number of totals, each of about a hundred bytes.
const maxTotals = 10_000

// totals remembers the last total of each resource and scope. It is safe for concurrent use.
type totals struct {
	mu    sync.RWMutex
	known map[totalKey]total
}

func newTotals() *totals { return &totals{known: map[totalKey]total{}} }

func (t *totals) get(key totalKey) total {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if found, ok := t.known[key]; ok {
		return found
	}
	return noTotal
}

// put remembers a total; when there are too many, all others are forgotten.
func (t *totals) put(key totalKey, n total) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.known) >= maxTotals {
		clear(t.known)
	}
	t.known[key] = n
}
