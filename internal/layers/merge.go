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

// Merge brings what a draft has changed into its origin, as a layer that is settled at once, and has the draft take in what its origin is
// then. It returns Clashes.
func (s *Service) Merge(ctx context.Context, d store.MadeDraft, ask Ask) (done Done, err error) {
	n, err := s.apart(ctx, d)
	if err != nil {
		return done, err
	}
	l := &layer{Layer: store.Layer{Name: d.Name, Note: ask.Note}}
	var seen int64
	p := store.Putting{
		Action: "merge", Summary: say.New("merge", "name", d.Name, "note", ask.Note), Records: min(n, MostRows), DryRun: ask.DryRun,
	}
	done.Revision, err = s.run(ctx, d.OriginScope(), p, func(ctx context.Context, st *stack) ([]key, error) {
		p, err := s.openPair(ctx, st.Edit, d)
		if err != nil {
			return nil, err
		}
		seen = p.revision
		if l.rows, err = p.rows(ctx, false, ask.Choices); err != nil {
			return nil, err
		}
		if err := st.letMerged(ctx, l); err != nil {
			return nil, err
		}
		l.State = Off
		st.settling = l
		return st.begin(ctx, l, ask, &done)
	}, func(st *stack, e *store.Edit) error {
		if l.ID == 0 {
			delete(st.changed, l)
		}
		if err := l.pack(); err != nil {
			return err
		}
		if len(l.rows) > 0 && l.ID == 0 {
			if err := e.AddLayer(ctx, &l.Layer, MostLayers); err != nil {
				return err
			}
		}
		return e.TookIn(ctx, d, d.BaseRevision, true)
	})
	done.Layer = Layer{Layer: l.Layer, List: l.rows}
	if err != nil || ask.DryRun {
		return done, err
	}
	_, err = s.takeIn(ctx, d, Ask{Choices: Choices{Prefer: Theirs}}, seen)
	if errors.Is(err, errMoved) {
		err = nil
	}
	return done, err
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
func (s *Service) takeIn(ctx context.Context, d store.MadeDraft, ask Ask, seen int64) (done Done, err error) {
	l := &layer{Layer: store.Layer{Name: d.Name}}
	n, err := s.apart(ctx, d)
	if err != nil {
		return done, err
	}
	var newest int64
	p := store.Putting{
		Action: "refresh", Summary: say.New("refresh", "name", d.OriginName, "note", ask.Note), Records: min(n, MostRows), DryRun: ask.DryRun,
	}
	done.Revision, err = s.run(ctx, d.Scope, p, func(ctx context.Context, st *stack) ([]key, error) {
		p, err := s.openPair(ctx, st.Edit, d)
		if err != nil {
			return nil, err
		}
		if seen != 0 && seen != p.revision {
			return nil, errMoved
		}
		newest = p.newest
		if l.rows, err = p.rows(ctx, true, ask.Choices); err != nil {
			return nil, err
		}
		l.State = Off
		st.settling = l
		return st.begin(ctx, l, ask, &done)
	}, func(st *stack, e *store.Edit) error {
		delete(st.changed, l)
		now, err := s.db.DraftOf(ctx, d.Scope)
		if err != nil {
			return err
		}
		return e.TookIn(ctx, now, newest, false)
	})
	return done, err
}
