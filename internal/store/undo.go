package store

import (
	"bytes"
	"context"
	"encoding/json"

	"quartermaster/internal/change"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// Undo says which revision to take back.
type Undo struct {
	Number int64
	From   int64 // the first of several revisions, of which Number is the last; 0: Number alone
	Seen   int64 // the newest revision that the caller knows; 0: whichever it is
	DryRun bool  // only count

	Then func(*Edit, Reverted) error `json:"-"` // called in the edit, at its end; may be nil
}

// First returns the first revision that is taken back.
func (u Undo) First() int64 {
	if u.From > 0 {
		return min(u.From, u.Number)
	}
	return u.Number
}

// Undo takes back what one revision of an instance did, or several in a row, as a new revision, and leaves later changes alone. It returns
// Conflicts when those have touched the same fields or depend on what would be deleted, ErrNotFound for a revision that the history does
// not have, ErrChanged, or ErrTaken.
func (db *DB) Undo(ctx context.Context, s Scope, ask Undo) (done Reverted, err error) {
	n, err := db.CountChanges(ctx, s, ask.First(), ask.Number)
	if err != nil {
		return done, err
	}
	return db.goBack(ctx, s, "revert", n, ask.Then, func(e *Edit) (Reverted, error) { return e.undo(ctx, ask) })
}

func (e *Edit) undo(ctx context.Context, ask Undo) (done Reverted, err error) {
	newest, err := e.newestFor(ctx, Revert{To: ask.Number, Seen: ask.Seen})
	if err != nil {
		return done, err
	}
	pasts, err := e.db.fold(ctx, e.Tx, revisionRange{scope: e.Scope, after: ask.First() - 1, to: ask.Number})
	if err != nil {
		return done, err
	}
	since, err := e.changesSince(ctx, pasts, ask.Number, newest)
	if err != nil {
		return done, err
	}
	if found := since.conflicts(pasts); len(found) > 0 {
		return done, found
	}
	since.forgetPlaces(pasts)
	plan, err := e.planAll(ctx, pasts)
	if err != nil {
		return done, err
	}
	if err := e.checkUndo(ctx, plan, since); err != nil {
		return done, err
	}
	e.Summary = say.New("undo", "revision", ask.Number)
	if ask.First() < ask.Number {
		e.Summary = say.New("undo-several", "first", ask.First(), "last", ask.Number)
	}
	return e.finish(ctx, Revert{DryRun: ask.DryRun}, plan, e.putBack)
}

// since holds what has changed after a revision of the records that it touched.
type since struct {
	revision int64
	byID     map[*record.Resource]map[int64]*past
	moved    bool // the layout of a file has changed
}

// changesSince reads the changes of records after a revision, up to the newest. The history of other records, which may be long, is not
// looked at.
func (e *Edit) changesSince(ctx context.Context, records []*past, revision, newest int64) (s since, err error) {
	s = since{revision: revision, byID: map[*record.Resource]map[int64]*past{}}
	if s.moved, err = e.movedSince(ctx, revision); err != nil {
		return s, err
	}
	sids := make([]string, len(records))
	for i, p := range records {
		sids[i] = p.sid
	}
	list, err := e.db.fold(ctx, e.Tx, revisionRange{scope: e.Scope, after: revision, to: newest, sids: sids})
	for _, p := range list {
		if s.byID[p.res] == nil {
			s.byID[p.res] = map[int64]*past{}
		}
		s.byID[p.res][p.id] = p
	}
	return s, err
}

// conflicts returns the records that are no longer as the revision left them.
func (s since) conflicts(pasts []*past) (found Conflicts) {
	for _, p := range pasts {
		if p.res == nil {
			continue
		}
		later := s.byID[p.res][p.id]
		rule := p.conflict(later)
		if rule == "" {
			continue
		}
		title := p.title
		if later != nil {
			title = later.title // its present title
		}
		found = append(found, conflictOf(p.res, p.sid, title, rule))
	}
	return found
}

// conflict returns the rule of why the record cannot be taken back to its past, empty when it can.
func (p *past) conflict(later *past) string {
	switch {
	case p.res == record.Instances && !p.existed:
		return "undo-made"
	case later == nil, !p.existed && !later.exists:
		return ""
	}
	switch stands := isAsLeft(change.Between(p.exists, later.exists, p.existed, change.Same)); {
	case !stands && later.exists:
		return "undo-again"
	case !stands:
		return "undo-deleted"
	case !p.existed, p.overlaps(later):
		return "undo-changed"
	}
	return ""
}

// isAsLeft decides what three versions come to: that which the revision left, mine, which is there now, and theirs, which would come back.
// An undo asks for more than a merge: what was changed since is not taken back even if it already is as it would be.
func isAsLeft(o change.Outcome) bool { return o == change.Unchanged || o == change.OnlyTheirs }

// overlaps reports whether fields that changed have other values by now.
func (p *past) overlaps(later *past) bool {
	same := func(a, b json.RawMessage) bool { return bytes.Equal(record.OrNull(a), record.OrNull(b)) }
	for name := range p.after {
		left, touched := later.before[name]
		if touched && name != "updated_at" && !isAsLeft(change.Between(left, later.after[name], p.before[name], same)) {
			return true
		}
	}
	return false
}

// forgetPlaces puts returning records behind the others of their file when the layout of files has changed since. A revision
// that changed the layout brings that back too.
func (s since) forgetPlaces(pasts []*past) {
	for _, p := range pasts {
		if p.res == record.Files {
			return
		}
	}
	for _, p := range pasts {
		if s.moved && p.res != nil && p.res.Has("slot") && p.existed {
			p.forgetPlace()
		}
	}
}
