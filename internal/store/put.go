package store

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// Put says what a record is to be: as it is now, nil where it is not there, and as it will be, nil where it goes.
type Put struct {
	Resource *record.Resource
	Old, New record.Row
}

// Putting says how records are put.
type Putting struct {
	Action  string // of the revision
	Summary say.Message
	Records int64 // about how many
	DryRun  bool  // only count

	Then func(*Edit, Reverted) error // called in the edit, at its end; may be nil
}

// Put makes records what fn wants them to be, as one revision, in the order in which an undo puts them back. fn reads the records in the
// edit. It returns Conflicts where others refer to what would go, ErrTaken, or the error of fn.
func (db *DB) Put(ctx context.Context, s Scope, ask Putting, fn func(*Edit) ([]Put, error)) (Reverted, error) {
	return db.goBack(ctx, s, ask.Action, ask.Records, ask.Then, func(e *Edit) (Reverted, error) { return e.Put(ctx, ask, fn) })
}

// Put is DB.Put in an edit. It calls nothing at its end.
func (e *Edit) Put(ctx context.Context, ask Putting, fn func(*Edit) ([]Put, error)) (done Reverted, err error) {
	e.Summary = ask.Summary
	puts, err := fn(e)
	if err != nil {
		return done, err
	}
	plan := planOf(puts)
	u := newUndoing(e, plan)
	if !ask.DryRun {
		for _, p := range plan {
			if err := u.findUsers(ctx, p); err != nil {
				return done, err
			}
		}
	}
	if len(u.found) > 0 {
		return done, u.found
	}
	return e.finish(ctx, Revert{DryRun: ask.DryRun}, plan, e.putBack)
}

func planOf(puts []Put) (plan []*restoration) {
	byResource := map[*record.Resource]*restoration{}
	for _, put := range puts {
		p := byResource[put.Resource]
		if p == nil {
			p = &restoration{res: put.Resource}
			byResource[put.Resource] = p
		}
		switch {
		case put.Old == nil && put.New != nil:
			p.insert = append(p.insert, put.New)
		case put.New == nil && put.Old != nil:
			p.remove = append(p.remove, put.Old)
		case put.Old != nil:
			p.before, p.after = append(p.before, put.Old), append(p.after, put.New)
		}
	}
	for _, r := range record.All() {
		if p := byResource[r]; p != nil {
			plan = append(plan, p)
		}
	}
	return plan
}

// Stamp gives new records what every new one has, their ids among that, so that others can refer to them before they are stored.
func (e *Edit) Stamp(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if len(rows) == 0 {
		return nil
	}
	if e.sliced == nil {
		if err := e.assignIDs(ctx, r, rows); err != nil {
			return err
		}
		e.stamp(r, rows)
		if e.db.dialect.name() != "sqlite" { // whose sequences go on by themselves
			return nil
		}
		return e.useUpIDs(ctx, r.Name, r.ID(rows[len(rows)-1]))
	}
	return e.db.Tx(ctx, func(tx *Tx) error {
		own := &Edit{Tx: tx, Scope: e.Scope}
		if err := own.assignIDs(ctx, r, rows); err != nil {
			return err
		}
		own.stamp(r, rows)
		return tx.useUpIDs(ctx, r.Name, r.ID(rows[len(rows)-1]))
	})
}
