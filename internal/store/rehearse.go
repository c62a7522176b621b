package store

import (
	"context"
	"errors"
	"math"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// EditFunc runs an edit of an instance; see DB.Edit.
type EditFunc func(ctx context.Context, fn func(*Edit) error) error

// Original returns the database of whose instance the edit has a copy; nil where it has none.
func (e *Edit) Original() *DB { return e.db.origin }

// errRehearsed rolls back the transaction of a rehearsal.
var errRehearsed = errors.New("rehearsed")

// Rehearse calls fn with a function that edits the instance of the scope; each edit sees what those before it have left, and is
// kept or not as a whole. In the end nothing is kept, and Rehearse returns how the records would differ. On SQLite it works on
// a copy of the instance, so that nobody waits; on PostgreSQL nobody can edit the instance meanwhile. It returns ErrNotFound
// when the instance does not belong to the user. As nothing is kept, the edits need no permission: they are as those of the owner.
func (db *DB) Rehearse(ctx context.Context, s Scope, action string, fn func(EditFunc) error) (list []record.Difference, err error) {
	if db.copies == nil {
		return db.rehearse(ctx, s, action, fn)
	}
	err = db.copies.with(ctx, db, s, func(own *DB) error {
		list, err = own.rehearse(ctx, s, action, fn)
		return err
	})
	return list, err
}

func (db *DB) rehearse(ctx context.Context, s Scope, action string, fn func(EditFunc) error) (list []record.Difference, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		if err := tx.lockInstance(ctx, s); err != nil {
			return err
		}
		var revision int64
		if err := tx.QueryRow(ctx, `SELECT revision FROM instances WHERE id = $1`, s.InstanceID).Scan(&revision); err != nil {
			return err
		}
		if err := fn(tx.part(s, action)); err != nil {
			return err
		}
		pasts, err := db.fold(ctx, tx, revisionRange{scope: s, after: revision, to: math.MaxInt64})
		if err != nil {
			return err
		}
		list = differences(pasts, false)
		return errRehearsed
	})
	if errors.Is(err, errRehearsed) {
		err = nil
	}
	return list, err
}

// part returns a function that runs an edit within the transaction, which continues when the edit fails.
func (tx *Tx) part(s Scope, action string) EditFunc {
	return func(ctx context.Context, fn func(*Edit) error) error {
		return tx.savepoint(ctx, func() error { return fn(&Edit{Tx: tx, Scope: s.Owners(), Action: action, approved: true}) })
	}
}

// savepoint runs a part of the transaction, which continues when the part fails.
func (tx *Tx) savepoint(ctx context.Context, part func() error) error {
	if _, err := tx.Exec(ctx, "SAVEPOINT part"); err != nil {
		return err
	}
	failed := part()
	if failed != nil {
		if _, err := tx.Exec(ctx, "ROLLBACK TO SAVEPOINT part"); err != nil {
			return errors.Join(failed, err)
		}
	}
	if _, err := tx.Exec(ctx, "RELEASE SAVEPOINT part"); err != nil {
		return errors.Join(failed, err)
	}
	return failed
}

// EditInParts calls fn with a function that runs a part of one edit of the scope's instance. Each part is kept or not as a whole; what
// is kept makes one revision with the summary, whose number is returned, or 0 if nothing differs. It returns ErrNotFound when the
// instance does not belong to the user.
func (db *DB) EditInParts(ctx context.Context, s Scope, action string, summary say.Message,
	fn func(EditFunc) error,
) (revision int64, err error) {
	err = db.Edit(ctx, s, action, func(e *Edit) error {
		e.Summary = summary
		err := fn(e.part)
		revision = e.Number
		return err
	})
	return revision, err
}

// part runs fn in the edit, which continues as it was when fn fails.
func (e *Edit) part(ctx context.Context, fn func(*Edit) error) error {
	was := *e
	failed := e.savepoint(ctx, func() error { return fn(e) })
	if failed != nil {
		*e = was
	}
	return failed
}
