package calendar

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"quartermaster/internal/layers"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Service makes the calendars of instances.
type Service struct {
	db     *store.DB
	layers *layers.Service
	lint   *lint.Service
}

// New returns a service.
func New(db *store.DB, own *layers.Service, check *lint.Service) *Service {
	return &Service{db, own, check}
}

// Of returns what happens with an instance in so many days from now on, with what would hold it back.
func (s *Service) Of(ctx context.Context, scope store.Scope, days int) (Calendar, error) {
	c, err := s.read(ctx, scope, days)
	if err != nil {
		return c, err
	}
	f := &foresight{s: s, scope: scope, calendar: c, known: map[string]*layers.Layer{}}
	for i := range c.Entries {
		if c.Entries[i].Held, err = f.holds(ctx, c.Entries[i]); err != nil {
			return c, err
		}
	}
	return c, nil
}

// foresight finds out what holds entries of a calendar back, each thing once.
type foresight struct {
	s        *Service
	scope    store.Scope
	calendar Calendar
	known    map[string]*layers.Layer // nil where one is not there
	byHand   []string                 // layers that are on, and that no schedule turns off; nil until somebody asks
	errors   *int                     // that hold deliveries back
}

func (f *foresight) holds(ctx context.Context, e Entry) ([]string, error) {
	switch e.What {
	case record.ScheduledLayer:
		return f.holdsLayer(ctx, e)
	case record.ScheduledRecipe:
		if e.Title == "" {
			return []string{"The recipe has been deleted."}, nil
		}
	case record.ScheduledDelivery:
		return f.holdsDelivery(ctx)
	}
	return nil, nil
}

// layer returns a layer with its rows; nil where it is not there.
func (f *foresight) layer(ctx context.Context, sid string) (*layers.Layer, error) {
	if l, asked := f.known[sid]; asked {
		return l, nil
	}
	l, err := f.s.layers.Get(ctx, f.scope, sid)
	switch {
	case errors.Is(err, store.ErrNotFound):
		f.known[sid] = nil
	case err != nil:
		return nil, err
	default:
		f.known[sid] = &l
	}
	return f.known[sid], nil
}

func (f *foresight) holdsLayer(ctx context.Context, e Entry) (list []string, err error) {
	l, err := f.layer(ctx, e.SID)
	switch {
	case err != nil:
		return nil, err
	case l == nil:
		return []string{"The layer has been deleted."}, nil
	case l.State == layers.Settled:
		return []string{"The layer is settled: what it changes is there for good."}, nil
	case l.State == layers.Proposed:
		list = append(list, "The layer is only proposed. Someone has to approve it first.")
	}
	if names := clashing(l); l.State != layers.On && len(names) > 0 {
		list = append(list, "What it changes of "+some(names)+" was changed or deleted since the layer was made.")
	}
	others, err := f.others(ctx, e)
	for i := 0; err == nil && i < len(others); i++ {
		var other *layers.Layer
		if other, err = f.layer(ctx, others[i]); err != nil || other == nil {
			continue
		}
		if names := layers.Shared(l.List, other.List); len(names) > 0 {
			list = append(list, "“"+other.Name+"” is on then, too, and changes the same: "+some(names)+". The one that goes on later counts.")
		}
	}
	return list, err
}

// clashing names the records of which a layer changes what is not as it was.
func clashing(l *layers.Layer) (names []string) {
	for _, row := range l.List {
		if row.Now == layers.Conflict {
			names = append(names, row.Name)
		}
	}
	return names
}

// others returns the sids of the other layers that are on in the time of an entry.
func (f *foresight) others(ctx context.Context, e Entry) (list []string, err error) {
	if f.byHand == nil {
		if f.byHand, err = f.onByHand(ctx); err != nil {
			return nil, err
		}
	}
	seen := map[string]bool{e.SID: true}
	for _, sid := range f.byHand {
		if !seen[sid] {
			seen[sid], list = true, append(list, sid)
		}
	}
	for _, other := range f.calendar.Entries {
		if other.What == record.ScheduledLayer && !seen[other.SID] && other.At.Before(e.Until) && other.Until.After(e.At) {
			seen[other.SID], list = true, append(list, other.SID)
		}
	}
	return list, nil
}

// onByHand returns the sids of the layers that are on, and that no schedule turns off.
func (f *foresight) onByHand(ctx context.Context) (list []string, err error) {
	scheduled := map[string]bool{}
	for _, sid := range f.calendar.OnAt(f.calendar.From) {
		scheduled[sid] = true
	}
	known, err := f.s.db.Layers(ctx, f.scope)
	list = []string{}
	for _, l := range known {
		if l.State == layers.On && !scheduled[l.SID] {
			list = append(list, l.SID)
		}
	}
	return list, err
}

// holdsDelivery says how many errors are new since the last delivery.
func (f *foresight) holdsDelivery(ctx context.Context) ([]string, error) {
	if f.errors == nil {
		found, err := f.s.lint.Check(ctx, f.scope)
		if err != nil {
			return nil, err
		}
		n, err := f.s.fresh(ctx, f.scope, found)
		if err != nil {
			return nil, err
		}
		f.errors = &n
	}
	return heldBy(*f.errors), nil
}

func heldBy(errors int) []string {
	switch errors {
	case 0:
		return nil
	case 1:
		return []string{"One problem is an error that the last delivery did not have."}
	}
	return []string{fmt.Sprintf("%d problems are errors that the last delivery did not have.", errors)}
}

// fresh counts the errors that the last delivery did not have: they hold the next one back.
func (s *Service) fresh(ctx context.Context, scope store.Scope, found []lint.Finding) (n int, err error) {
	delivered, err := s.db.DeliveredErrors(ctx, scope)
	known := map[string]bool{}
	for _, digest := range delivered {
		known[digest] = true
	}
	for _, f := range found {
		if !f.Vanilla && f.Severity == lint.Error && !known[f.Digest()] {
			n++
		}
	}
	return n, err
}

// some names the first ones of a list.
func some(names []string) string {
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// At returns the calendar up to a time, and the sids of the layers that are on then: those of schedules, and those that are on now and that
// no schedule turns off.
func (s *Service) At(ctx context.Context, scope store.Scope, at time.Time) (on []string, err error) {
	c, err := s.read(ctx, scope, MostDays)
	if err != nil {
		return nil, err
	}
	f := &foresight{s: s, scope: scope, calendar: c}
	byHand, err := f.onByHand(ctx)
	return append(byHand, c.OnAt(at)...), err
}
