package store

import (
	"context"
	"strings"
	"sync"

	"quartermaster/internal/record"
)

// Count returns the number of records that the scope sees.
func (db *DB) Count(ctx context.Context, r *record.Resource, s Scope) (n int64, err error) {
	if isCountedByRevision(r) {
		return db.totalOfInstance(ctx, r, s)
	}
	if r.Name == record.Instances.Name && s.InstanceID == 0 { // or their summaries, which are the same records
		return db.countInstances(ctx, s)
	}
	q := new(query).add("/* count "+r.Name+" */ SELECT count(*) FROM "+r.Name+" r WHERE ").visible(r, s)
	return n, db.QueryRow(ctx, q.String(), q.args...).Scan(&n)
}

// isCountedByRevision reports whether the number of records changes only with the revision of their instance.
func isCountedByRevision(r *record.Resource) bool {
	return r.Scope == record.InInstance && r.Beside == ""
}

// totalOfInstance returns the number of an instance's records, without counting them at each call: every write to them raises
// the instance's revision in the same transaction, so a total holds as long as the revision. One statement reads the revision
// and, when it is another, counts, so that a total is only ever stored with the revision that it was counted at.
func (db *DB) totalOfInstance(ctx context.Context, r *record.Resource, s Scope) (int64, error) {
	asked := db.askTotal(totalKey{r, s})
	if err := db.collectAll(ctx, db, asked.part); err != nil {
		return 0, err
	}
	return db.totalAsked(ctx, asked)
}

const (
	worthFollowing = 5_000 // records; fewer are counted as fast
	maxFollowed    = 1_000 // changes; more records are counted as fast
)

// askedTotal is a question for a total, and its answer.
type askedTotal struct {
	part  part
	key   totalKey
	known total
	found total // noTotal where the scope sees no such instance, and so none of its records
	sure  bool  // whether found is the answer
}

func (db *DB) askTotal(key totalKey) *askedTotal {
	key.scope = key.scope.Owners()
	a := &askedTotal{key: key, known: db.totals.get(key), found: noTotal, sure: true}
	if a.known == noTotal || a.known.n < db.totals.worth {
		a.count()
	} else {
		a.follow()
	}
	return a
}

// totalAsked returns the total once its question is answered, and keeps it.
func (db *DB) totalAsked(ctx context.Context, a *askedTotal) (int64, error) {
	if !a.sure {
		a.count()
		if err := db.collectAll(ctx, db, a.part); err != nil {
			return 0, err
		}
	}
	if a.found == noTotal {
		return 0, nil
	}
	if a.found != a.known {
		db.totals.put(a.key, a.found)
	}
	return a.found.n, nil
}

// count asks for the number of records, or to be told that the revision is the known one.
func (a *askedTotal) count() {
	a.part = totalQuery(a.key.resource, a.key.scope, a.known).part(func(rows *Rows) error {
		a.sure = true
		return rows.Scan(&a.found.revision, &a.found.n)
	})
}

// follow asks what the history says was made and deleted since the known total. It is not followed where that is much, or where the
// history is not kept as far back.
func (a *askedTotal) follow() {
	const text = `/* follow total */ SELECT i.revision, count(n.resource), COALESCE(sum(CASE WHEN n.resource = $1 THEN n.made ELSE 0 END), 0),
			(SELECT count(*) FROM revisions v WHERE v.instance_id = i.id AND v.number > $2 AND v.number <= i.revision)
		FROM instances i LEFT JOIN (
			SELECT c.instance_id, c.resource, CASE WHEN c.before IS NULL THEN 1 WHEN c.after IS NULL THEN -1 ELSE 0 END AS made
			FROM changes c JOIN instances i ON i.id = c.instance_id
			WHERE c.instance_id = $3 AND c.revision > $4 AND c.revision <= i.revision LIMIT $5) n ON n.instance_id = i.id
		WHERE i.id = $6 AND i.user_id = $7 GROUP BY i.id, i.revision`
	s, since := a.key.scope, a.known.revision
	args := []any{a.key.resource.Name, since, s.InstanceID, since, maxFollowed + 1, s.InstanceID, s.UserID}
	a.part = part{text, args, func(rows *Rows) error {
		var changes, more, revisions int64
		err := rows.Scan(&a.found.revision, &changes, &more, &revisions)
		a.found.n = a.known.n + more
		a.sure = changes <= maxFollowed && revisions == a.found.revision-since
		return err
	}}
}

func totalQuery(r *record.Resource, s Scope, known total) *query {
	return new(query).add("/* total "+r.Name+" */ SELECT i.revision, CASE i.revision WHEN $ THEN $", known.revision, known.n).
		add(" ELSE (SELECT count(*) FROM "+r.Name+" r WHERE r.instance_id = i.id AND "+r.Published+
			") END FROM instances i WHERE i.id = $ AND i.user_id = $",
			s.InstanceID, s.UserID)
}

// totalAt returns the total of an instance, without a question where it is known at the newest revision.
func (db *DB) totalAt(ctx context.Context, revision int64, r *record.Resource, s Scope) (int64, error) {
	if known := db.totals.get(totalKey{r, s.Owners()}); known.revision == revision {
		return known.n, nil
	}
	return db.totalOfInstance(ctx, r, s)
}

// readTotals sets the fields of instances that count their records.
func (db *DB) readTotals(ctx context.Context, sel *selection, list []record.Row) (err error) {
	r := sel.resource
	for _, index := range sel.counts {
		counted := record.Named(r.Fields[index].Counts)
		for _, row := range list {
			s := Scope{UserID: row[r.Index("user_id")].(int64), InstanceID: r.ID(row)}
			if row[index], err = db.totalAt(ctx, row[r.Index("revision")].(int64), counted, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// CountAll counts the records of an instance: one number for each of the resources. It returns ErrNotFound when the scope sees no
// such instance.
func (db *DB) CountAll(ctx context.Context, s Scope, resources []*record.Resource) ([]int64, error) {
	var revision int64
	const text = `SELECT revision FROM instances WHERE id = $1 AND user_id = $2`
	if err := db.QueryRow(ctx, text, s.InstanceID, s.UserID).Scan(&revision); err != nil {
		return nil, err
	}
	counts := make([]int64, len(resources))
	for i, r := range resources {
		var err error
		if counts[i], err = db.totalAt(ctx, revision, r, s); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// Has reports of each of the resources whether an instance has records of it. It returns ErrNotFound if the user has no such instance.
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
	worth int64 // how large a total has to be to be followed
	mu    sync.RWMutex
	known map[totalKey]total
}

func newTotals() *totals { return &totals{worth: worthFollowing, known: map[totalKey]total{}} }

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

// Count is a number of records of a resource.
type Count struct {
	Resource string
	N        int64
}
