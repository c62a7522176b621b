package calendar

import (
	"context"
	"errors"
	"slices"
	"time"

	"quartermaster/internal/layers"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Opened is a draft that is how an instance will be at a time.
type Opened struct {
	SID  string
	Left []string // the names of layers that do not fit, and are not in it
}

// Open makes a draft of an instance as it will be at a time: with what the layers do that are on then, and without what those do that
// are on now and off by then. It returns store.ErrFull where the instance has as many drafts as it may.
func (s *Service) Open(ctx context.Context, scope store.Scope, at time.Time, plan store.DraftPlan) (made Opened, err error) {
	on, err := s.At(ctx, scope, at)
	if err != nil {
		return made, err
	}
	known, err := s.db.Layers(ctx, scope)
	if err != nil {
		return made, err
	}
	if made.SID, err = s.db.MakeDraft(ctx, scope, plan); err != nil {
		return made, err
	}
	draft, err := s.db.Draft(ctx, scope, made.SID)
	if err != nil {
		return made, err
	}
	slices.SortStableFunc(known, func(a, b store.Layer) int { return int(b.Place - a.Place) }) // the last one goes off first
	for _, l := range known {
		if l.State == layers.On && !slices.Contains(on, l.SID) {
			err = s.lay(ctx, scope, draft.Scope, l.SID, true, &made)
		}
		if err != nil {
			return made, err
		}
	}
	for _, sid := range on {
		i := slices.IndexFunc(known, func(l store.Layer) bool { return l.SID == sid })
		if i < 0 || known[i].State != layers.Off {
			continue
		}
		if err := s.lay(ctx, scope, draft.Scope, sid, false, &made); err != nil {
			return made, err
		}
	}
	return made, nil
}

// lay does in a draft what a layer of its origin does, or the reverse.
func (s *Service) lay(ctx context.Context, origin, draft store.Scope, sid string, back bool, made *Opened) error {
	l, err := s.layers.Get(ctx, origin, sid)
	if err != nil {
		return err
	}
	own, err := s.layers.Make(ctx, draft, layers.About{Name: l.Name, Note: l.Note, Colour: l.Colour}, layers.Off,
		layers.Travelling(l.List), back)
	if err != nil {
		return err
	}
	_, err = s.layers.TurnOn(ctx, draft, own.SID, layers.Ask{})
	if err == nil && back {
		_, err = s.layers.TurnOff(ctx, draft, own.SID, layers.Ask{})
	}
	var clashing layers.Clashes
	var problems validate.Errors
	if errors.As(err, &clashing) || errors.As(err, &problems) {
		made.Left, err = append(made.Left, l.Name), nil
	}
	return err
}
