package store

import (
	"context"
	"time"
)

// Retention says how much of each instance's history is kept. The newest revision is always kept.
type Retention struct {
	Revisions int64         // 0: no limit
	Age       time.Duration // 0: no limit
}

// PruneHistory deletes the revisions beyond the retention, the oldest first; an instance can no longer be reverted to them.
// Records are not touched. It works in transactions of bounded size; if ctx ends it, the next call continues.
func (db *DB) PruneHistory(ctx context.Context, keep Retention) error {
	var conditions []string
	var args []any
	if keep.Revisions > 0 {
		conditions, args = append(conditions, `v.number <= i.revision - $`), append(args, keep.Revisions)
	}
	if keep.Age > 0 {
		conditions, args = append(conditions, `v.created_at < $`), append(args, db.Now()-keep.Age.Microseconds())
	}
	for i, condition := range conditions {
		last, err := db.lastOutdated(ctx, condition, args[i])
		if err != nil {
			return err
		}
		for instance, number := range last {
			if err := db.pruneInstance(ctx, instance, number); err != nil {
				return err
			}
		}
	}
	return nil
}

// lastOutdated returns for each instance the newest revision that meets the condition, except its newest of all, and those that its drafts
// have not taken in yet.
func (db *DB) lastOutdated(ctx context.Context, condition string, arg any) (map[int64]int64, error) {
	last := map[int64]int64{}
	q := new(query).add(`SELECT v.instance_id, max(v.number) FROM revisions v JOIN instances i ON i.id = v.instance_id
		WHERE v.number < i.revision AND v.number <= COALESCE((SELECT min(d.base_revision) FROM drafts d WHERE d.origin_id = i.id), v.number)
		AND `+condition+` GROUP BY v.instance_id`, arg)
	return last, db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var instance, number int64
		err := rows.Scan(&instance, &number)
		last[instance] = number
		return err
	})
}

// pruneInstance deletes the revisions of an instance up to a number.
func (db *DB) pruneInstance(ctx context.Context, instance, last int64) error {
	for {
		step, err := db.pruneStep(ctx, instance, last)
		if err != nil || step == 0 {
			return err
		}
		if err := db.removeRevisions(ctx, instance, step); err != nil {
			return err
		}
	}
}

const (
	revisionsAtOnce = 100
	changesAtOnce   = 2000
)

// pruneStep returns the number up to which revisions are deleted in the next transaction, 0 when none is left: as many as hold
// changesAtOnce changes, but at least one.
func (db *DB) pruneStep(ctx context.Context, instance, last int64) (step int64, err error) {
	const text = `SELECT v.number, (SELECT count(*) FROM changes c WHERE c.instance_id = v.instance_id AND c.revision = v.number)
		FROM revisions v WHERE v.instance_id = $1 AND v.number <= $2 ORDER BY v.number LIMIT $3`
	var total int64
	return step, db.collect(ctx, db, text, []any{instance, last, revisionsAtOnce}, func(rows *Rows) error {
		var number, changes int64
		err := rows.Scan(&number, &changes)
		if total += changes; step == 0 || total <= changesAtOnce {
			step = number
		}
		return err
	})
}

// removeRevisions waits for a running edit first, because a revert may be reading the history from one of these revisions on.
func (db *DB) removeRevisions(ctx context.Context, instance, last int64) error {
	return db.Tx(ctx, func(tx *Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE instances SET revision = revision WHERE id = $1`, instance); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM revisions WHERE instance_id = $1 AND number <= $2`, instance, last)
		return err
	})
}
