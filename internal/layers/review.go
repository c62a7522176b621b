package layers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"quartermaster/internal/access"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Errors of reviewing a layer.
var (
	ErrOwn     = errors.New("layers: who has made a layer, or changed it last, does not review it")
	ErrSettled = errors.New("layers: what a settled layer did is plain content")
)

// Review approves or rejects a layer, and says why. One that is approved is off and can be turned on; one that is rejected is proposed
// again. It returns store.ErrNotFound, ErrOwn and ErrSettled.
func (s *Service) Review(ctx context.Context, scope store.Scope, sid, verdict, comment string) error {
	return s.db.Edit(ctx, scope, "layer", func(e *store.Edit) error {
		l, err := e.Layer(ctx, sid)
		switch {
		case err != nil:
			return err
		case l.State == Settled:
			return ErrSettled
		case l.AuthorID == scope.Person() || l.ChangedBy == scope.Person():
			return ErrOwn
		}
		if err := e.AddLayerReview(ctx, &l, verdict, comment); err != nil {
			return err
		}
		if l.Approved = verdict == store.Approve; l.State != On {
			l.State = map[bool]string{true: Off, false: Proposed}[l.Approved]
		}
		return e.SetLayer(ctx, &l)
	})
}

// begunAs returns the state in which a layer begins: proposed where changes of the instance are reviewed.
func begunAs(ctx context.Context, e *store.Edit) (string, error) {
	required, err := e.IsReviewed(ctx)
	if required {
		return Proposed, err
	}
	return Off, err
}

// mayChange returns access.Denied for a layer that the person of an edit may neither change nor delete. That needs the permission to edit;
// who may only read may do so with what he has proposed himself, as long as nobody has approved it.
func mayChange(ctx context.Context, e *store.Edit, l store.Layer) error {
	if l.State == Proposed && l.AuthorID == e.Scope.Person() {
		if required, err := e.IsReviewed(ctx); err != nil || required {
			return err
		}
	}
	return e.Scope.Demand(access.Edit)
}

// MayChange returns access.Denied for a layer that the person of a scope may neither change nor delete.
func (s *Service) MayChange(ctx context.Context, scope store.Scope, l store.Layer) error {
	return s.db.Read(ctx, scope, func(e *store.Edit) error { return mayChange(ctx, e, l) })
}

// Delete deletes a layer that is not on. It returns store.ErrNotFound where there is none, and access.Denied as MayChange does.
func (s *Service) Delete(ctx context.Context, scope store.Scope, sid string) error {
	return s.db.Edit(ctx, scope, "layer", func(e *store.Edit) error {
		l, err := e.Layer(ctx, sid)
		if err == nil {
			err = mayChange(ctx, e, l)
		}
		if err != nil {
			return err
		}
		return e.DeleteLayer(ctx, sid)
	})
}

// void ends what was said about a layer, as it does something else now.
func (l *layer) void(ctx context.Context, e *store.Edit) (err error) {
	l.Approved, l.ChangedBy = false, e.Scope.Person()
	if l.State == Off {
		if l.State, err = begunAs(ctx, e); err != nil {
			return err
		}
	}
	return e.VoidLayerReviews(ctx, &l.Layer)
}

// let has the edit of a stack do what a layer does, where that was approved.
func (st *stack) let(l *layer) {
	if l.Approved {
		st.Approve()
	}
}

// letTakeBack is let for turning a layer off. What was edited since is not taken back with it unseen.
func (st *stack) letTakeBack(l *layer, kept []Row, all bool) {
	if l.Approved && (!all || len(kept) == 0) {
		st.Approve()
	}
}

// letMerged has the edit of a stack do what a draft has changed, where a layer that does the same was approved. It becomes that layer.
func (st *stack) letMerged(ctx context.Context, l *layer) error {
	required, err := st.IsReviewed(ctx)
	if err != nil || !required {
		return err
	}
	list, err := st.ApprovedLayers(ctx)
	if err != nil {
		return err
	}
	want, err := saidBy(l.rows)
	for i := 0; err == nil && i < len(list); i++ {
		known, err := readLayer(list[i])
		if err != nil {
			return err
		}
		said, err := saidBy(known.rows)
		if err != nil {
			return err
		}
		if bytes.Equal(want, said) {
			note := l.Note
			l.Layer = known.Layer
			if note != "" {
				l.Note = note
			}
			st.Approve()
			return nil
		}
	}
	return err
}

// saidBy is what rows do, in a form in which it can be compared.
func saidBy(rows []Row) ([]byte, error) {
	list := make([]Row, len(rows))
	for i, row := range rows {
		list[i] = Row{
			Resource: row.Resource, Name: row.Name, File: row.File, Place: max(row.Place, 1), State: row.State, Hidden: row.Hidden,
		}
		for _, c := range row.Changes {
			c.Left, c.Ended = false, false
			list[i].Changes = append(list[i].Changes, c)
		}
	}
	return json.Marshal(list)
}

// Rehearse is RehearseTurns for one layer that is turned on.
func (s *Service) Rehearse(ctx context.Context, e *store.Edit, stored store.Layer) error {
	return s.RehearseTurns(ctx, e, nil, []store.Layer{stored})
}

// Unfit reports whether an error says that a layer does not fit the instance as it is.
func Unfit(err error) bool {
	var invalid validate.Errors
	var found store.Conflicts
	var clashes Clashes
	return errors.As(err, &invalid) || errors.As(err, &found) || errors.As(err, &clashes) || errors.Is(err, store.ErrTaken) ||
		errors.Is(err, store.ErrReference)
}
