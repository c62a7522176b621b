package layers

import (
	"context"
	"errors"

	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Compare returns what a draft has changed since it has taken its origin in, with what its origin has changed in another way.
func (s *Service) Compare(ctx context.Context, d store.MadeDraft) (c Comparison, err error) {
	err = s.db.Read(ctx, d.Scope, func(e *store.Edit) error {
		p, err := s.openPair(ctx, e, d)
		if err != nil {
			return err
		}
		c.BaseRevision, c.Revision, c.Untouched = d.BaseRevision, p.revision, p.revision == 1 && p.newest == d.MadeFrom
		c.Rows, err = p.rows(ctx, false, Choices{})
		return err
	})
	return c, err
}

// errMoved ends taking in a draft's origin when the draft has changed meanwhile.
var errMoved = errors.New("the draft has changed")

// taking is how one of a draft and its origin takes in what the other has.
type taking struct {
	layer   *layer
	into    store.Scope
	action  string
	summary say.Message
	back    bool                                // from the origin into the draft
	seen    func(*pair) error                   // looks at both before anything is done
	let     func(context.Context, *stack) error // may approve it; may be nil
	then    func(*stack, *store.Edit) error     // in the transaction that publishes it
}

func (s *Service) take(ctx context.Context, d store.MadeDraft, ask Ask, by taking) (done Done, err error) {
	n, err := s.apart(ctx, d)
	if err != nil {
		return done, err
	}
	p := store.Putting{Action: by.action, Summary: by.summary, Records: min(n, MostRows), DryRun: ask.DryRun}
	done.Revision, err = s.run(ctx, by.into, p, func(ctx context.Context, st *stack) ([]key, error) {
		p, err := s.openPair(ctx, st.Edit, d)
		if err == nil {
			err = by.seen(p)
		}
		if err == nil {
			by.layer.rows, err = p.rows(ctx, by.back, ask.Choices)
		}
		if err == nil && by.let != nil {
			err = by.let(ctx, st)
		}
		if err != nil {
			return nil, err
		}
		by.layer.State = Off
		st.settling = by.layer
		return st.begin(ctx, by.layer, ask, &done)
	}, by.then)
	return done, err
}

// Merge brings what a draft has changed into its origin, as a layer that is settled at once, and has the draft take in what its origin is
// then. It returns Clashes.
func (s *Service) Merge(ctx context.Context, d store.MadeDraft, ask Ask) (done Done, err error) {
	l := &layer{Layer: store.Layer{Name: d.Name, Note: ask.Note}}
	var seen int64
	done, err = s.take(ctx, d, ask, taking{
		layer: l, into: d.OriginScope(), action: "merge", summary: say.New("merge", "name", d.Name, "note", ask.Note),
		seen: func(p *pair) error { seen = p.revision; return nil },
		let:  func(ctx context.Context, st *stack) error { return st.letMerged(ctx, l) },
		then: func(st *stack, e *store.Edit) error {
			if err := st.keepSettled(ctx, e, l); err != nil {
				return err
			}
			return e.TookIn(ctx, d, d.BaseRevision, true)
		},
	})
	done.Layer = Layer{Layer: l.Layer, List: l.rows}
	if err != nil || ask.DryRun {
		return done, err
	}
	if _, err = s.takeIn(ctx, d, Ask{Choices: Choices{Prefer: Theirs}}, seen); errors.Is(err, errMoved) {
		err = nil
	}
	return done, err
}

// keepSettled stores a layer that was settled at once, where it has rows and is none that was there already.
func (st *stack) keepSettled(ctx context.Context, e *store.Edit, l *layer) error {
	if l.ID != 0 {
		return nil
	}
	delete(st.changed, l)
	if err := l.pack(); err != nil || len(l.rows) == 0 {
		return err
	}
	return e.AddLayer(ctx, &l.Layer, MostLayers)
}

// Refresh has a draft take in what its origin has changed since. It returns Clashes; mine is the draft.
func (s *Service) Refresh(ctx context.Context, d store.MadeDraft, ask Ask) (Done, error) {
	return s.takeIn(ctx, d, ask, 0)
}

// apart returns how many changes both sides have made since the draft was made: what has to be read.
func (s *Service) apart(ctx context.Context, d store.MadeDraft) (n int64, err error) {
	own, err := s.db.CountChanges(ctx, d.Scope, 2, 0)
	if err == nil {
		n, err = s.db.CountChanges(ctx, d.OriginScope(), d.MadeFrom+1, 0)
	}
	return own + n, err
}

// takeIn has a draft take its origin in, and returns errMoved where the draft is not at the revision that was seen; 0 is any.
func (s *Service) takeIn(ctx context.Context, d store.MadeDraft, ask Ask, seen int64) (Done, error) {
	l := &layer{Layer: store.Layer{Name: d.Name}}
	var newest int64
	return s.take(ctx, d, ask, taking{
		layer: l, into: d.Scope, action: "refresh", summary: say.New("refresh", "name", d.OriginName, "note", ask.Note), back: true,
		seen: func(p *pair) error {
			if newest = p.newest; seen != 0 && seen != p.revision {
				return errMoved
			}
			return nil
		},
		then: func(st *stack, e *store.Edit) error {
			delete(st.changed, l)
			now, err := s.db.DraftOf(ctx, d.Scope)
			if err != nil {
				return err
			}
			return e.TookIn(ctx, now, newest, false)
		},
	})
}
