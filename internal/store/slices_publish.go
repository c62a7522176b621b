package store

import (
	"context"
	"database/sql"

	"quartermaster/internal/record"
	"quartermaster/internal/store/conns"
)

// reserve gives new records a range of ids, which is noted before the first of them is stored.
func (sl *sliced) reserve(ctx context.Context, e *Edit, r *record.Resource, rows []record.Row) error {
	if err := sl.startRevision(ctx, e, r, rows[0]); err != nil {
		return err
	}
	return sl.part(ctx, e, func(part *Edit) error {
		if err := part.assignIDs(ctx, r, rows); err != nil {
			return err
		}
		part.stamp(r, rows)
		first, last := r.ID(rows[0]), r.ID(rows[len(rows)-1])
		if err := sl.note(ctx, part.Tx, r.Name, first, last); err != nil {
			return err
		}
		return part.useUpIDs(ctx, r.Name, last)
	})
}

func (sl *sliced) note(ctx context.Context, tx *Tx, resource string, first, last int64) error {
	_, err := tx.Exec(ctx,
		`INSERT INTO unpublished (resource, position, instance_id, revision, first_id, last_id) VALUES ($1, $2, $3, $4, $5, $6)`,
		resource, sl.noted, sl.scope.InstanceID, sl.revision(), first, last)
	if err == nil {
		sl.noted++
	}
	return err
}

// useUpIDs makes SQLite continue after an id of a table. Only SQLite stores records in slices.
func (tx *Tx) useUpIDs(ctx context.Context, table string, last int64) error {
	n, err := tx.Exec(ctx, `UPDATE sqlite_sequence SET seq = $1 WHERE name = $2`, last, table)
	if err == nil && n == 0 {
		_, err = tx.Exec(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, table, last)
	}
	return err
}

// publish makes the edit visible in one transaction, with the changes that were deferred.
func (sl *sliced) publish(ctx context.Context, e *Edit) error {
	var number int64
	err := sl.db.Tx(ctx, func(tx *Tx) error {
		if err := sl.check(ctx, tx); err != nil {
			return err
		}
		own := &Edit{Tx: tx, Scope: e.Scope, Action: e.Action, Summary: e.Summary, changes: e.changes, ending: true, approved: e.approved}
		if sl.noted > 0 {
			own.Number = sl.revision()
			own.made = revisionOf{e.Scope, own.Number}
			if _, err := tx.Exec(ctx, `UPDATE instances SET revision = $1 WHERE id = $2`, own.Number, e.Scope.InstanceID); err != nil {
				return err
			}
		}
		for _, change := range sl.later {
			if err := change(own); err != nil {
				return err
			}
		}
		number = own.Number
		_, err := tx.Exec(ctx, `DELETE FROM unpublished`)
		return err
	})
	if err == nil {
		e.Number = number
	}
	return err
}

// check returns ErrTaken when the instance has changed, or something stored is gone: another process, which no lock keeps out,
// has done so.
func (sl *sliced) check(ctx context.Context, tx *Tx) error {
	var revision, ranges int64
	still, args := tx.still(sl.scope, 5)
	text := `SELECT revision, (SELECT count(*) FROM unpublished WHERE instance_id = $1 AND revision = $2) FROM instances WHERE id = ` +
		`$3 AND user_id = $4` + still
	args = append([]any{sl.scope.InstanceID, sl.revision(), sl.scope.InstanceID, sl.scope.UserID}, args...)
	err := tx.db.lost(ctx, sl.scope, tx.QueryRow(ctx, text, args...).Scan(&revision, &ranges))
	if err == nil && (revision != sl.base || ranges != int64(sl.noted)) {
		return ErrTaken
	}
	return err
}

// beside reads what is published, and runs single statements in transactions of their own.
type beside struct{ db *DB }

// QueryContext ends the query for observers before the rows are read. On SQLite, which alone stores in slices, nothing else is left to do.
func (b beside) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	rows, done, err := b.db.reader.Query(ctx, text, args)
	if err == nil && done != nil {
		err = done()
	}
	return rows, err
}

func (b beside) ExecContext(ctx context.Context, text string, args ...any) (result sql.Result, err error) {
	err = b.db.writer.Transact(ctx, conns.Alone, func(run conns.Runner) error {
		result, err = run.ExecContext(ctx, text, args...)
		return err
	})
	return result, err
}
