package calendar

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/bulk"
	"quartermaster/internal/layers"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Opened is a draft that is how an instance will be at a time.
type Opened struct {
	SID  string
	Left []string // the names of layers and recipes that do not fit, and are not in it
}

// Open makes a draft of an instance as it will be at a time: with what the recipes do that run until then, with what the layers do that are
// on then, and without what those do that are on now and off by then. It returns store.ErrFull where the instance has as many drafts as it
// may.
func (s *Service) Open(ctx context.Context, scope store.Scope, at time.Time, plan store.DraftPlan) (made Opened, err error) {
	c, err := s.read(ctx, scope, MostDays)
	if err != nil {
		return made, err
	}
	f, err := s.foresee(ctx, scope, c)
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
	for _, one := range f.turnsBy(at) {
		if one.recipe != nil {
			err = s.run(ctx, scope, draft.Scope, *one.recipe, &made)
		} else {
			err = s.lay(ctx, scope, draft.Scope, one.layer.SID, one.off, &made)
		}
		if err != nil {
			return made, err
		}
	}
	return made, nil
}

// run does in a draft what a recipe of its origin does.
func (s *Service) run(ctx context.Context, origin, draft store.Scope, e Entry, made *Opened) error {
	err := s.bulk.RunNow(ctx, origin, bulk.Run{Recipes: []bulk.Chosen{{Recipe: e.SID}}, On: draft})
	if bulk.IsRefusal(err) {
		made.Left, err = append(made.Left, e.Title), nil
	}
	return err
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
