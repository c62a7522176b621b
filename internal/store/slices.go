package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quartermaster/internal/outage"
	"quartermaster/internal/record"
)

const (
	// sliceRows is how many records one transaction stores, with what belongs to them: other writers wait for that long, and
	// not for all records.
	sliceRows = 400
	// Many is how many changes make EditOf one in slices: fewer take less than a quarter of a second in one transaction.
	Many = 2_000
	// patience is how long an edit waits for one of the same instance that is stored in slices.
	patience = 30 * time.Second
)

// sliced is an edit that stores its records in slices. New ones get a range of ids in each table, which is noted in
// unpublished, and every query leaves that range out (record.Published). New values of existing records wait in a temporary
// table (staged). The history belongs to a revision that the instance does not have yet. To publish is one short transaction:
// it forgets the ranges, raises the revision, hides what is deleted (withdraw) and applies the other changes. What a crash leaves
// behind is visible to nobody, and removed at the next start.
type sliced struct {
	db       *DB
	scope    Scope
	base     int64 // the revision that the edit begins with
	action   string
	later    []func(*Edit) error // changes of the publishing transaction
	staged   []*staged
	relinks  map[*record.Resource]bool // whose links the publishing transaction changes: later changes of them wait for that too
	noted    int                       // rows of unpublished
	unneeded []int64                   // contents that are deleted after the publishing
	leave    func()                    // gives the turn back
	released chan struct{}             // closed at the end
}

// waiting is the error of an edit that has to wait for another one of its instance.
type waiting struct{ until <-chan struct{} }

func (waiting) Error() string { return "many records of the instance are being stored" }

// EditOf is Edit for a change of about so many records: EditInSlices where they are many. Its errors are those of either. fn reads all that
// it needs before it writes.
func (db *DB) EditOf(ctx context.Context, records int64, s Scope, action string, fn func(*Edit) error) error {
	if db.slices == nil || records < db.slices.from {
		return db.Edit(ctx, s, action, fn)
	}
	return db.EditInSlices(ctx, s, action, fn)
}

// EditInSlices is Edit for a change of many records. Where the database has one writer, others can write in between, while
// edits of the same instance wait. Everything is published at once, or nothing. fn does not see what it has written. It returns
// the errors of Edit, ErrTaken when another process has changed the instance meanwhile, and outage.ErrUnavailable after waiting
// for too long. The edit has its number after that.
func (db *DB) EditInSlices(ctx context.Context, s Scope, action string, fn func(*Edit) error) (err error) {
	if db.slices == nil {
		return db.Edit(ctx, s, action, fn)
	}
	sl, err := db.beginSliced(ctx, s, action)
	if err != nil {
		return err
	}
	published := false
	defer func() { err = errors.Join(err, sl.end(context.WithoutCancel(ctx), published)) }()
	e := &Edit{Tx: &Tx{run: beside{db}, db: db}, Scope: s, Action: action, sliced: sl}
	if err := fn(e); err != nil {
		return err
	}
	err = sl.publish(ctx, e)
	published = err == nil
	return err
}

// beginSliced waits for other edits in slices, and keeps edits of the instance out.
func (db *DB) beginSliced(ctx context.Context, s Scope, action string) (*sliced, error) {
	leave, err := db.slices.turn.Enter(ctx, 1)
	if err != nil {
		return nil, err
	}
	sl := &sliced{db: db, scope: s, action: action, leave: leave, released: make(chan struct{}), relinks: map[*record.Resource]bool{}}
	begun := false
	defer func() {
		if !begun {
			sl.release()
		}
	}()
	err = db.Tx(ctx, func(tx *Tx) error { // which waits for the edits that have begun
		if err := tx.lockInstance(ctx, s); err != nil {
			return err
		}
		db.slices.current.Store(sl)
		return tx.QueryRow(ctx, `SELECT revision FROM instances WHERE id = $1`, s.InstanceID).Scan(&sl.base)
	})
	if err == nil {
		err = db.RemoveUnpublished(ctx)
	}
	begun = err == nil
	return sl, err
}

func (sl *sliced) release() {
	sl.db.slices.current.Store(nil)
	close(sl.released)
	sl.leave()
}

// end removes what was not published, or what was withdrawn, and lets others continue. What it fails to remove of a published
// edit is visible to nobody, and removed at the beginning of the next one.
func (sl *sliced) end(ctx context.Context, published bool) error {
	defer sl.release()
	err := sl.db.RemoveUnpublished(ctx)
	sl.dropStaged(ctx)
	if published {
		sl.dropContents(ctx)
		return nil
	}
	return err
}

// notSliced returns waiting, for db.Tx, while records of the instance are being stored in slices.
func (tx *Tx) notSliced(instanceID int64) error {
	if tx.db.slices == nil {
		return nil
	}
	if sl := tx.db.slices.current.Load(); sl != nil && sl.scope.InstanceID == instanceID {
		return waiting{sl.released}
	}
	return nil
}

// await waits for the end of the other edit.
func (w waiting) await(ctx context.Context) error {
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-w.until:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-late.C:
		return fmt.Errorf("%w: %w", outage.ErrUnavailable, w)
	}
}

// size is how many records one transaction stores.
func (sl *sliced) size() int { return sl.db.slices.rows }

// revision is the number of the revision that the edit will be.
func (sl *sliced) revision() int64 { return sl.base + 1 }

// Finally runs a change in the transaction that makes the edit visible, which is the edit's own unless it is stored in slices. It is
// called last. The edit that change gets has its number.
func (e *Edit) Finally(change func(*Edit) error) error {
	if e.sliced != nil {
		return e.sliced.whenPublished(change)
	}
	return change(e)
}

// whenPublished defers a change to the publishing transaction.
func (sl *sliced) whenPublished(change func(*Edit) error) error {
	sl.later = append(sl.later, change)
	return nil
}

// insertAll stores new records that nobody sees yet. Records that belong to the user are visible at once, whatever becomes of
// the edit: other instances may need the same ones.
func (sl *sliced) insertAll(ctx context.Context, e *Edit, r *record.Resource, rows []record.Row) error {
	if len(rows) == 0 {
		return nil
	}
	if r.Scope != record.InInstance {
		return sl.db.Tx(ctx, func(tx *Tx) error { return (&Edit{Tx: tx, Scope: e.Scope}).InsertAll(ctx, r, rows) })
	}
	if err := sl.reserve(ctx, e, r, rows); err != nil {
		return err
	}
	for slice := range sl.parts(rows) {
		err := sl.part(ctx, e, func(part *Edit) error {
			if err := part.insertRows(ctx, r, slice, ""); err != nil {
				return err
			}
			return part.insertLinksAndHistory(ctx, r, slice)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// deleteAll writes the history of many records in slices. Those that no others refer to are withdrawn with the publishing, and
// deleted in slices after it; others are deleted while it publishes, with what refers to them.
func (sl *sliced) deleteAll(ctx context.Context, e *Edit, r *record.Resource, rows []record.Row) error {
	if len(rows) < sl.size() || r.ReferredTo() {
		return sl.whenPublished(func(e *Edit) error { return e.DeleteAll(ctx, r, rows) })
	}
	return sl.withdrawAll(ctx, e, r, rows)
}

// withdrawAll writes the history of deleted records in slices, and withdraws them with the publishing.
func (sl *sliced) withdrawAll(ctx context.Context, e *Edit, r *record.Resource, rows []record.Row) error {
	if err := sl.startRevision(ctx, e, r, rows[0]); err != nil {
		return err
	}
	for slice := range sl.parts(rows) {
		err := sl.part(ctx, e, func(part *Edit) error { return part.recordHistory(ctx, r, slice, nil) })
		if err != nil {
			return err
		}
	}
	return sl.whenPublished(func(e *Edit) error { return e.withdraw(ctx, r, rows) })
}

// part runs fn in a transaction as a part of the unpublished revision.
func (sl *sliced) part(ctx context.Context, e *Edit, fn func(part *Edit) error) error {
	return sl.db.Tx(ctx, func(tx *Tx) error {
		part := &Edit{Tx: tx, Scope: e.Scope, Number: sl.revision(), changes: e.changes, approved: e.approved}
		if err := fn(part); err != nil {
			return err
		}
		e.changes = part.changes
		return nil
	})
}

// startRevision makes the unpublished revision before the first records or changes are stored.
func (sl *sliced) startRevision(ctx context.Context, e *Edit, r *record.Resource, first record.Row) error {
	if sl.noted > 0 {
		return nil
	}
	return sl.part(ctx, e, func(part *Edit) error {
		if err := sl.note(ctx, part.Tx, revisionOnly, 0, 0); err != nil {
			return err
		}
		return part.addRevision(ctx, e, sl.revision(), summaryOf(r, first))
	})
}
