package calendar

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/bulk"
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
	bulk   *bulk.Service
}

// New returns a service.
func New(db *store.DB, own *layers.Service, check *lint.Service, changes *bulk.Service) *Service {
	return &Service{db, own, check, changes}
}

// Of returns what happens with an instance in so many days from now on, with what would hold it back.
func (s *Service) Of(ctx context.Context, scope store.Scope, days int) (Calendar, error) {
	return s.tell(ctx, scope, asking{days: days, waits: true})
}

// asking is what a calendar is asked for.
type asking struct {
	days     int
	schedule string // whose entries alone it is asked about; empty for all
	waits    bool   // until all errors are known
}

// tell returns a calendar with what would hold back those of its entries that are asked about.
func (s *Service) tell(ctx context.Context, scope store.Scope, ask asking) (Calendar, error) {
	c, err := s.read(ctx, scope, ask.days)
	if err != nil || len(c.Entries) == 0 {
		return c, err
	}
	f, err := s.foresee(ctx, scope, c)
	if err != nil {
		return c, err
	}
	f.waits = ask.waits
	for i := 0; err == nil && i < len(c.Entries); i++ {
		if ask.schedule == "" || ask.schedule == c.Entries[i].Schedule {
			c.Entries[i].Held, err = f.holds(ctx, c.Entries[i])
		}
	}
	return c, err
}

// foresight finds out what holds entries of a calendar back, each thing once.
type foresight struct {
	s        *Service
	scope    store.Scope
	calendar Calendar
	known    map[string]*layers.Layer // nil where one is not there
	byHand   []string                 // layers that are on, and that no schedule turns off
	list     []store.Layer            // of the instance
	errors   map[string]int           // that hold deliveries back, by what turns until then
	waits    bool                     // until all errors are known
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
		return f.holdsDelivery(ctx, e)
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
		return []string{"The layer is settled: its changes are permanent."}, nil
	case l.State == layers.Proposed:
		list = append(list, "The layer is only proposed. Someone has to approve it first.")
	}
	if names := clashing(l); l.State != layers.On && len(names) > 0 {
		list = append(list, "What it changes of "+some(names)+" was changed or deleted since the layer was made.")
	}
	others := f.others(e)
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
func (f *foresight) others(e Entry) (list []string) {
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
	return list
}

// holdsDelivery says how many errors there will be that the last delivery did not have.
func (f *foresight) holdsDelivery(ctx context.Context, e Entry) ([]string, error) {
	t := f.turnsBy(e.At)
	n, known := f.errors[t.name()]
	if !known && len(f.errors) == mostMoments {
		return nil, nil
	}
	if !known {
		var err error
		if n, err = f.errorsAfter(ctx, t); err != nil {
			return nil, err
		}
		f.errors[t.name()] = n
	}
	return heldBy(n), nil
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

// some names the first ones of a list.
func some(names []string) string {
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
