package calendar

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/bulk"
	"quartermaster/internal/layers"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// The bounds of looking ahead.
const (
	mostMoments = 8  // for which errors are looked for
	mostRuns    = 20 // of recipes until a moment
)

// turns are what makes an instance at a moment other than it is now, in the order of their times.
type turns []turn

// turn is a recipe that runs, or a layer that goes on or off and stays so until the moment.
type turn struct {
	at     time.Time
	recipe *Entry
	layer  store.Layer
	off    bool
}

// name is equal for what does the same.
func (t turns) name() string {
	var b strings.Builder
	for _, one := range t {
		if one.recipe != nil {
			b.WriteString(one.recipe.SID + " ")
			continue
		}
		fmt.Fprint(&b, one.layer.SID, one.layer.UpdatedAt, one.off, " ")
	}
	return b.String()
}

// rehearse does in an edit, which is not to be kept, what turns. The error may also be one of what does not fit.
func (t turns) rehearse(ctx context.Context, e *store.Edit, s *Service) error {
	for len(t) > 0 {
		if t[0].recipe != nil {
			if err := s.bulk.RunIn(ctx, e, bulk.Chosen{Recipe: t[0].recipe.SID}); err != nil {
				return err
			}
			t = t[1:]
			continue
		}
		var off, on []store.Layer
		for ; len(t) > 0 && t[0].recipe == nil; t = t[1:] { // at once, as each knows of the others then
			if t[0].off {
				off = append(off, t[0].layer)
			} else {
				on = append(on, t[0].layer)
			}
		}
		if err := s.layers.RehearseTurns(ctx, e, off, on); err != nil {
			return err
		}
	}
	return nil
}

// foresee prepares looking ahead in a calendar.
func (s *Service) foresee(ctx context.Context, scope store.Scope, c Calendar) (*foresight, error) {
	f := &foresight{s: s, scope: scope, calendar: c, known: map[string]*layers.Layer{}, errors: map[string]int{}}
	scheduled := map[string]bool{}
	for _, sid := range c.OnAt(c.From) {
		scheduled[sid] = true
	}
	var err error
	f.list, err = s.db.Layers(ctx, scope)
	for _, l := range f.list {
		if l.State == layers.On && !scheduled[l.SID] {
			f.byHand = append(f.byHand, l.SID)
		}
	}
	return f, err
}

// onAt returns the sids of the layers that are on at a time: those that are on now and that no schedule turns off by then, and those of
// schedules.
func (f *foresight) onAt(at time.Time) (list []string) {
	for _, sid := range f.byHand {
		if f.calendar.endOf(sid, at).IsZero() {
			list = append(list, sid)
		}
	}
	for _, sid := range f.calendar.OnAt(at) {
		if !slices.Contains(list, sid) {
			list = append(list, sid)
		}
	}
	return list
}

// endOf returns when schedules have turned a layer off last up to a time; zero where they have not.
func (c Calendar) endOf(layer string, at time.Time) (end time.Time) {
	for _, e := range c.Entries {
		if e.What == record.ScheduledLayer && e.SID == layer && !e.Until.After(at) && e.Until.After(end) {
			end = e.Until
		}
	}
	return end
}

// beginOf returns when a layer has gone on by a schedule that has it on at a time; zero where none has.
func (c Calendar) beginOf(layer string, at time.Time) (begin time.Time) {
	for _, e := range c.Entries {
		if e.What == record.ScheduledLayer && e.SID == layer && !e.At.After(at) && e.Until.After(at) {
			begin = e.At
		}
	}
	return begin
}

// turnsBy returns what turns until a time.
func (f *foresight) turnsBy(at time.Time) (t turns) {
	recipes, on := 0, f.onAt(at)
	for i := range f.calendar.Entries {
		e := &f.calendar.Entries[i]
		if e.What == record.ScheduledRecipe && !e.At.After(at) && e.Title != "" && recipes < mostRuns {
			recipes++
			t = append(t, turn{at: e.At, recipe: e})
		}
	}
	for _, l := range slices.Backward(f.list) {
		if l.State == layers.On && !slices.Contains(on, l.SID) {
			t = append(t, turn{at: f.calendar.endOf(l.SID, at), layer: l, off: true})
		}
	}
	for _, sid := range on {
		i := slices.IndexFunc(f.list, func(l store.Layer) bool { return l.SID == sid })
		if i >= 0 && f.list[i].State == layers.Off {
			t = append(t, turn{at: f.calendar.beginOf(sid, at), layer: f.list[i]})
		}
	}
	slices.SortStableFunc(t, func(a, b turn) int { return a.at.Compare(b.at) })
	return t
}

// complete reads what the layers do that go on. Those that do not fit are left out: they are held back themselves.
func (f *foresight) complete(ctx context.Context, t turns) (done turns, err error) {
	for _, one := range t {
		if one.recipe == nil && !one.off {
			l, err := f.layer(ctx, one.layer.SID)
			if err != nil {
				return nil, err
			}
			if l == nil || len(clashing(l)) > 0 {
				continue
			}
			one.layer = l.Layer
		}
		done = append(done, one)
	}
	return done, nil
}

// errorsAfter counts the errors that the last delivery did not have, once something has turned.
func (f *foresight) errorsAfter(ctx context.Context, t turns) (int, error) {
	s := f.s
	t, err := f.complete(ctx, t)
	if err != nil {
		return 0, err
	}
	if len(t) == 0 {
		return f.errorsNow(ctx)
	}
	found, err := s.lint.ErrorsAfter(ctx, f.scope, t.name(), func(ctx context.Context, e *store.Edit) error { return t.rehearse(ctx, e, s) })
	if layers.Unfit(err) || bulk.IsRefusal(err) || errors.Is(err, store.ErrNotFound) { // what does not fit is told where it stands itself
		return f.errorsNow(ctx)
	}
	if err != nil {
		return 0, err
	}
	return s.fresh(ctx, f.scope, found)
}

// errorsNow counts the errors of the instance as it is; none where nobody waits for them and they are not known.
func (f *foresight) errorsNow(ctx context.Context) (int, error) {
	var found []lint.Finding
	var err error
	if f.waits {
		found, err = f.s.lint.Check(ctx, f.scope)
	} else {
		found, _, err = f.s.lint.Known(ctx, f.scope)
	}
	if err != nil {
		return 0, err
	}
	return f.s.fresh(ctx, f.scope, found)
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

// Moment is how an instance will be at a time, as far as it is planned.
type Moment struct {
	On      []string // the sids of the layers that are on
	Recipes []Entry  // that run until then, the first mostRuns
}

// At returns how an instance will be at a time.
func (s *Service) At(ctx context.Context, scope store.Scope, at time.Time) (m Moment, err error) {
	c, err := s.read(ctx, scope, MostDays)
	if err != nil {
		return m, err
	}
	f, err := s.foresee(ctx, scope, c)
	if err != nil {
		return m, err
	}
	m.On = f.onAt(at)
	for _, one := range f.turnsBy(at) {
		if one.recipe != nil {
			m.Recipes = append(m.Recipes, *one.recipe)
		}
	}
	return m, nil
}

// Soon returns what happens within a day and would be held back. It does not wait for the errors of the instance: after a change it tells
// of deliveries as soon as those are known.
func (s *Service) Soon(ctx context.Context, scope store.Scope) ([]Entry, error) {
	return held(s.tell(ctx, scope, asking{days: 1}))
}

// HeldOf returns those of the times of a schedule at which it would be held back.
func (s *Service) HeldOf(ctx context.Context, scope store.Scope, schedule string) ([]Entry, error) {
	return held(s.tell(ctx, scope, asking{days: MostDays, schedule: schedule, waits: true}))
}

// held returns those entries of a calendar that would be held back.
func held(c Calendar, err error) (list []Entry, _ error) {
	for _, e := range c.Entries {
		if len(e.Held) > 0 {
			list = append(list, e)
		}
	}
	return list, err
}
