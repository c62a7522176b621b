package store

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// The errors of a revert.
var (
	// ErrChanged is returned when the instance has changed since the caller looked at it.
	ErrChanged = errors.New("the instance has changed in the meantime")
	// ErrNotThere is returned for a record that did not exist at the revision.
	ErrNotThere = errors.New("the record was not there at that revision")
)

// Revert says what to go back to.
type Revert struct {
	To     int64 // the revision whose state comes back
	Seen   int64 // the newest revision that the caller knows; 0: whichever it is
	DryRun bool  // only count

	// Resource and SID name the only record that is to go back; without them the whole instance does.
	Resource *record.Resource `json:"-"`
	SID      string

	Then func(*Edit, Reverted) error `json:"-"` // called in the edit, at its end; may be nil
}

// Reverted is the result of a revert or of its dry run.
type Reverted struct {
	Number    int64 // of the new revision; 0 when nothing differs
	Resources []RevertedRecords
	Warnings  []string
	Records   []Change // of a dry run: what would be done to the first mostListed records
}

// mostListed is the most records that a dry run of a revert lists.
const mostListed = 1_000

// RevertedRecords counts the records of a resource that a revert created again, changed back or deleted.
type RevertedRecords struct {
	Resource                  *record.Resource
	Created, Updated, Deleted int64
}

// Total adds up the records of all resources.
func (r Reverted) Total() (sum RevertedRecords) {
	for _, n := range r.Resources {
		sum.Created += n.Created
		sum.Updated += n.Updated
		sum.Deleted += n.Deleted
	}
	return sum
}

// None reports whether all counts are zero.
func (n RevertedRecords) None() bool { return n.Created+n.Updated+n.Deleted == 0 }

// Revert brings an instance, or one record of it, back to its state at a revision, as a new revision. Passwords stay as they
// are. It returns ErrNotFound for a revision or record that the history does not have, ErrChanged, ErrNotThere, ErrTaken when
// another record has a unique value by now, and validate.Errors when a record cannot be as it was.
func (db *DB) Revert(ctx context.Context, s Scope, ask Revert) (done Reverted, err error) {
	n := int64(1)
	if ask.Resource == nil {
		if n, err = db.CountChanges(ctx, s, ask.To+1, 0); err != nil {
			return done, err
		}
	}
	return db.goBack(ctx, s, "revert", n, ask.Then, func(e *Edit) (Reverted, error) { return e.revert(ctx, ask) })
}

// goBack runs an edit that puts about so many records back.
func (db *DB) goBack(ctx context.Context, s Scope, action string, changes int64, then func(*Edit, Reverted) error,
	fn func(*Edit) (Reverted, error),
) (done Reverted, err error) {
	var made *Edit
	err = db.EditOf(ctx, changes, s, action, func(e *Edit) error {
		if err := e.LockUser(ctx); err != nil { // nobody deletes the categories that records get back
			return err
		}
		made = e
		if done, err = fn(e); err != nil || then == nil {
			return err
		}
		return e.Finally(func(last *Edit) error {
			done.Number = last.Number
			return then(last, done)
		})
	})
	if err == nil {
		done.Number = made.Number
	}
	return done, err
}

func (e *Edit) revert(ctx context.Context, ask Revert) (done Reverted, err error) {
	newest, err := e.newestFor(ctx, ask)
	if err != nil {
		return done, err
	}
	part := revisionRange{scope: e.Scope, after: ask.To, to: newest, resource: ask.Resource, sid: ask.SID}
	pasts, err := e.db.fold(ctx, e.Tx, part)
	if err != nil {
		return done, err
	}
	e.Summary = say.New("back", "revision", ask.To)
	if ask.Resource != nil {
		return e.revertRecord(ctx, ask, pasts)
	}
	plan, err := e.planAll(ctx, pasts)
	if err != nil {
		return done, err
	}
	return e.finish(ctx, ask, plan, e.putBack)
}

// newestFor returns the newest revision of the instance. It returns ErrNotFound when the wanted one is not kept, and ErrChanged
// when the caller knows another newest one.
func (e *Edit) newestFor(ctx context.Context, ask Revert) (newest int64, err error) {
	var kept bool
	const text = `SELECT i.revision, EXISTS (SELECT 1 FROM revisions v WHERE v.instance_id = i.id AND v.number = $1) FROM instances i ` +
		`WHERE i.id = $2`
	if err := e.QueryRow(ctx, text, ask.To, e.Scope.InstanceID).Scan(&newest, &kept); err != nil {
		return 0, err
	}
	switch {
	case !kept:
		return 0, ErrNotFound
	case ask.Seen != 0 && ask.Seen != newest:
		return 0, ErrChanged
	}
	return newest, nil
}

// finish counts a plan and, except for a dry run, carries it out.
func (e *Edit) finish(ctx context.Context, ask Revert, plan []*restoration,
	carryOut func(context.Context, []*restoration) error,
) (done Reverted, err error) {
	if done.Warnings, err = e.dropLost(ctx, plan); err != nil {
		return done, err
	}
	for _, p := range plan {
		p.before, p.after = changedRows(p.res, p.before, p.after)
		if n := p.count(); !n.None() {
			done.Resources = append(done.Resources, n)
		}
	}
	if ask.DryRun {
		done.Records, err = listed(plan)
		return done, err
	}
	return done, carryOut(ctx, plan)
}

// putBack carries out a plan for the whole instance, in an order in which every reference finds its record: records that others
// refer to are created first and deleted last. Those that nothing refers to are deleted before all else, because they may
// occupy a file or slot that comes back.
func (e *Edit) putBack(ctx context.Context, plan []*restoration) error {
	if e.sliced != nil {
		hideReturning(plan, e.sliced.size(), e.sliced.size())
	}
	steps := []func(context.Context, *restoration) error{e.removeUnreferred, e.releaseNames, e.makeAgain, e.changeBack}
	for _, step := range steps {
		for _, p := range plan {
			if err := step(ctx, p); err != nil {
				return err
			}
		}
	}
	for _, p := range slices.Backward(plan) {
		if err := e.removeReferred(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (e *Edit) removeUnreferred(ctx context.Context, p *restoration) error {
	if p.res.ReferredTo() {
		return nil
	}
	return e.remove(ctx, p)
}

func (e *Edit) removeReferred(ctx context.Context, p *restoration) error {
	if !p.res.ReferredTo() {
		return nil
	}
	return e.remove(ctx, p)
}

func (e *Edit) remove(ctx context.Context, p *restoration) error {
	if e.sliced != nil {
		return e.sliced.remove(ctx, e, p)
	}
	return e.DeleteAll(ctx, p.res, p.remove)
}

// releaseNames takes unique names away from records that are deleted or renamed: one of them may belong to a record that comes
// back, and the database checks each row by itself.
func (e *Edit) releaseNames(ctx context.Context, p *restoration) error {
	if e.sliced != nil {
		return e.sliced.whenPublished(func(e *Edit) error { return e.releaseNames(ctx, p) })
	}
	for index, f := range p.res.Fields {
		if !f.Unique || len(p.insert)+len(p.after) == 0 {
			continue
		}
		ids := idsOf(p.res, p.remove)
		for i, row := range p.before {
			if !record.Same(row[index], p.after[i][index]) {
				ids = append(ids, p.res.ID(row))
			}
		}
		if len(ids) == 0 {
			continue
		}
		d := e.db.dialect
		q := new(query).add("UPDATE "+p.res.Name+" SET "+f.Column+" = sid WHERE "+d.among("id"), d.ids(ids))
		if _, err := e.Exec(ctx, q.String(), q.args...); err != nil {
			return err
		}
	}
	return nil
}

// makeAgain stores deleted records as they were, with the ids by which others refer to them.
func (e *Edit) makeAgain(ctx context.Context, p *restoration) error {
	if len(p.insert) == 0 {
		return nil
	}
	for _, row := range p.insert {
		row[p.res.Index("updated_at")] = e.Now()
	}
	if e.sliced != nil {
		return e.sliced.makeAgain(ctx, e, p)
	}
	return e.insertAgain(ctx, p.res, p.insert)
}

func (e *Edit) insertAgain(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if err := e.insertRows(ctx, r, rows, ""); err != nil {
		return err
	}
	return e.insertLinksAndHistory(ctx, r, rows)
}

// changeBack writes no mirrored fields: the plan has them already.
func (e *Edit) changeBack(ctx context.Context, p *restoration) error {
	if e.sliced != nil {
		return e.sliced.change(ctx, e, p.res, p.before, p.after, nothingElse)
	}
	return e.persist(ctx, p.res, p.before, p.after)
}

func nothingElse(*Edit) error { return nil }

func (p *restoration) count() RevertedRecords {
	return RevertedRecords{p.res, int64(len(p.insert)), int64(len(p.after)), int64(len(p.remove))}
}
