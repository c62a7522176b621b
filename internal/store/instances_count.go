package store

import (
	"context"
	"errors"
	"sync"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
)

// maxOwned bounds the number of users whose instances are remembered, each with some fifty bytes.
const maxOwned = 10_000

// owned is how many instances a user has up to an id, after so many were deleted.
type owned struct{ deleted, last, n int64 }

// ownedCounts remembers how many instances users have. It is safe for concurrent use.
type ownedCounts struct {
	mu    sync.RWMutex
	known map[int64]owned // by user
}

func newOwnedCounts() *ownedCounts { return &ownedCounts{known: map[int64]owned{}} }

func (o *ownedCounts) get(user int64) owned {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.known[user]
}

// put remembers a count; when there are too many, all others are forgotten.
func (o *ownedCounts) put(user int64, n owned) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.known) >= maxOwned {
		clear(o.known)
	}
	o.known[user] = n
}

// CountInstances returns how many instances the user has, without counting all at each call.
func (db *DB) CountInstances(ctx context.Context, userID int64) (int64, error) {
	known := db.owned.get(userID)
	found, err := known.count(ctx, db.QueryRow, userID)
	if err == nil && found != known {
		db.owned.put(userID, found)
	}
	return found.n, err
}

// countInstances returns how many instances a list in the scope has.
func (db *DB) countInstances(ctx context.Context, s Scope) (int64, error) {
	if s.Token == 0 && !s.Drafts && (s.As == access.Owner || s.As == "" && !s.Shared) {
		return db.CountInstances(ctx, s.UserID)
	}
	q := new(query).add("/* count instances */ SELECT count(*) FROM instances r WHERE ").visible(record.Instances, s)
	var n int64
	err := db.QueryRow(ctx, q.String(), q.args...).Scan(&n)
	return n, err
}

// count brings a count up to date. Unless an instance was deleted, only newer ones are counted: those of a user get ascending ids in
// the order of their commits, because they are made one after the other (roomForInstance).
func (o owned) count(ctx context.Context, queryRow func(context.Context, string, ...any) Row, userID int64) (owned, error) {
	const text = `SELECT u.instances_deleted, COALESCE(max(i.id), 0), count(i.id) FROM users u
		LEFT JOIN instances i ON i.user_id = u.id AND NOT EXISTS (SELECT 1 FROM drafts d WHERE d.instance_id = i.id)
		AND i.id > CASE u.instances_deleted WHEN $1 THEN CAST($2 AS BIGINT) ELSE 0
		END WHERE u.id = $3 GROUP BY u.id`
	var found owned
	err := queryRow(ctx, text, o.deleted, o.last, userID).Scan(&found.deleted, &found.last, &found.n)
	switch {
	case errors.Is(err, ErrNotFound):
		return owned{}, nil // there is no such user
	case found.deleted == o.deleted:
		found.last, found.n = max(found.last, o.last), found.n+o.n
	}
	return found, err
}
