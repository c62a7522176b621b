package store

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"quartermaster/internal/gate"
	"quartermaster/internal/record"
)

// slicing allows one edit in slices at a time.
type slicing struct {
	turn    *gate.Gate
	current atomic.Pointer[sliced] // nil when there is none
	rows    int                    // of a slice
	from    int64                  // changes of an edit that EditOf makes in slices
}

// What bounds who waits for another edit in slices.
const (
	slicesWaiting  = 128
	slicesPatience = 5 * time.Minute
)

func newSlicing() *slicing {
	turn := gate.New(gate.Limits{Name: "writing in slices", Total: 1, Waiters: slicesWaiting, Patient: slicesPatience})
	return &slicing{turn: turn, rows: sliceRows, from: Many}
}

// revisionOnly is the name in unpublished of an edit's revision, which may hold changes of existing records only.
const revisionOnly = "revisions"

// unpublished is a range of records that an edit in slices has stored.
type unpublished struct {
	table              string // revisionOnly for the revision itself
	instance, revision int64
	firstID, lastID    int64
}

// RemoveUnpublished deletes, in slices as well, what an unfinished edit in slices has left, and what a finished one has
// withdrawn. Only the process that makes such edits may call it, while none runs.
func (db *DB) RemoveUnpublished(ctx context.Context) error {
	if err := db.removeWithdrawn(ctx); err != nil {
		return err
	}
	left, err := db.unpublished(ctx)
	if err != nil {
		return err
	}
	if err := db.settleLinks(ctx, len(left) == 0); err != nil || len(left) == 0 {
		return err
	}
	for _, u := range left {
		if u.table == revisionOnly {
			continue
		}
		if err := db.removeIDs(ctx, u); err != nil {
			return err
		}
	}
	u := left[0]
	if err := db.removeChanges(ctx, u.instance, u.revision); err != nil {
		return err
	}
	return db.Tx(ctx, func(tx *Tx) error {
		const ofNobody = ` WHERE instance_id = $1 AND number = $2 AND number > (SELECT revision FROM instances WHERE id = $3)`
		_, err := tx.Exec(ctx, `DELETE FROM revisions`+ofNobody, u.instance, u.revision, u.instance)
		if err == nil {
			_, err = tx.Exec(ctx, `DELETE FROM unpublished`)
		}
		return err
	})
}

// unpublished returns the ranges, the last stored first, because it refers to earlier ones.
func (db *DB) unpublished(ctx context.Context) (list []unpublished, err error) {
	const text = `SELECT resource, instance_id, revision, first_id, last_id FROM unpublished ORDER BY position DESC`
	err = db.collect(ctx, db, text, nil, func(rows *Rows) error {
		var u unpublished
		err := rows.Scan(&u.table, &u.instance, &u.revision, &u.firstID, &u.lastID)
		if record.Named(u.table) == nil && u.table != revisionOnly && u.table != contentsTable && err == nil {
			err = errors.New("records of " + u.table + " are left of an import, which this version does not know")
		}
		list = append(list, u)
		return err
	})
	return list, err
}

func (db *DB) removeIDs(ctx context.Context, u unpublished) error {
	step := int64(sliceRows)
	if u.table == contentsTable {
		step = contentsAtOnce
	}
	for id := u.firstID; id <= u.lastID; id += step {
		text := `DELETE FROM ` + u.table + ` WHERE id BETWEEN $1 AND $2 AND instance_id = $3`
		if _, err := db.Exec(ctx, text, id, min(id+step-1, u.lastID), u.instance); err != nil {
			return err
		}
	}
	return nil
}

// removeChanges removes the changes of a revision that the instance does not have.
func (db *DB) removeChanges(ctx context.Context, instance, revision int64) error {
	const text = `DELETE FROM changes WHERE instance_id = $1 AND revision = $2 AND revision > (SELECT revision FROM instances WHERE id = $3)
		AND position <= (SELECT min(c.position) + $4 FROM changes c WHERE c.instance_id = $5 AND c.revision = $6)`
	for {
		n, err := db.Exec(ctx, text, instance, revision, instance, sliceRows, instance, revision)
		if err != nil || n == 0 {
			return err
		}
	}
}
