package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// revertRecord brings one record back among others as they are now.
func (e *Edit) revertRecord(ctx context.Context, ask Revert, pasts []*past) (done Reverted, err error) {
	if len(pasts) == 0 {
		return done, e.known(ctx, ask)
	}
	then := pasts[0]
	if !then.existed {
		return done, ErrNotThere
	}
	if err := e.keepPlace(ctx, ask, then); err != nil {
		return done, err
	}
	p, err := e.plan(ctx, ask.Resource, pasts)
	if err != nil {
		return done, err
	}
	row := slices.Concat(p.insert, p.after)[0] // one of them has it: it existed then
	e.Summary = say.New("record-back", "resource", ask.Resource.Path, "title", ask.Resource.TitleOf(row), "revision", ask.To)
	return e.finish(ctx, ask, []*restoration{p}, e.putBackAlone)
}

// known returns ErrNotFound for a record that does not exist; one that does has not changed since the revision.
func (e *Edit) known(ctx context.Context, ask Revert) error {
	_, err := e.db.get(ctx, e.Tx, ask.Resource, e.Scope, "r.sid = $", ask.SID)
	return err
}

// keepPlace drops the slot that the record had when the layout of files has changed since, because the slot may be another
// record's. A record that has always been in the same file stays where it is.
func (e *Edit) keepPlace(ctx context.Context, ask Revert, then *past) error {
	if !ask.Resource.Has("slot") {
		return nil
	}
	moved, err := e.movedSince(ctx, ask.To)
	if moved {
		then.forgetPlace()
	}
	return err
}

// movedSince reports whether the layout of a file has changed after a revision. Its text names the resource, as the index does.
func (e *Edit) movedSince(ctx context.Context, revision int64) (moved bool, err error) {
	const text = `SELECT EXISTS (SELECT 1 FROM changes WHERE resource = 'instance_files' AND instance_id = $1 AND revision > $2)`
	return moved, e.QueryRow(ctx, text, e.Scope.InstanceID, revision).Scan(&moved)
}

// forgetPlace leaves the record in its present slot, or puts it behind the others of a file that it returns to.
func (p *past) forgetPlace() {
	delete(p.before, "slot")
	if _, known := p.before["source_file"]; known {
		p.before["slot"] = record.OrNull(nil)
	}
}

func (e *Edit) putBackAlone(ctx context.Context, plan []*restoration) error {
	p := plan[0]
	if err := e.checkAlone(ctx, p); err != nil {
		return err
	}
	if err := e.makeAgain(ctx, p); err != nil {
		return err
	}
	return e.UpdateAll(ctx, p.res, p.before, p.after)
}

// checkAlone returns an error when the record does not fit the others: one that it refers to is gone or has other values.
func (e *Edit) checkAlone(ctx context.Context, p *restoration) error {
	for _, row := range p.insert {
		if err := e.fits(ctx, p.res, nil, row); err != nil {
			return err
		}
	}
	for i, row := range p.after {
		if err := e.fits(ctx, p.res, p.before[i], row); err != nil {
			return err
		}
	}
	return nil
}

func (e *Edit) fits(ctx context.Context, r *record.Resource, old, row record.Row) error {
	for index, f := range r.Fields {
		if f.Ref == "" || record.Named(f.Ref).Scope != record.InInstance {
			continue
		}
		found, err := e.existing(ctx, f, []record.Row{row}, index)
		if err != nil {
			return err
		}
		for _, id := range referred(row[index]) {
			if !found[id] {
				return goneProblem(f)
			}
		}
	}
	return e.prepared(ctx, r, old, row)
}

// prepared lets the resource check the record; computed values are there already.
func (e *Edit) prepared(ctx context.Context, r *record.Resource, old, row record.Row) error {
	if r.Prepare == nil || r.HoldsDocuments() { // a file may come back even if no form would accept it
		return nil
	}
	values := record.Values{}
	for i, f := range r.Fields {
		if persistent(f) {
			values[f.Name] = row[i]
		}
	}
	in := e.lookup()
	in.returns = true
	err := r.Prepare(ctx, r, in, old, values)
	if errors.Is(err, ErrNotFound) {
		return fmt.Errorf("%w: %w", ErrReference, err)
	}
	return err
}
