package calendar

import (
	"context"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// The bounds of a calendar.
const (
	MostDays    = 60
	mostEntries = 2000
)

// Entry is something that happens.
type Entry struct {
	At       time.Time
	Until    time.Time // of a layer; else zero
	What     string    // as schedules have it
	Title    string    // the name of a layer or a recipe, or the text of an announcement
	SID      string    // of the layer or the recipe; may be empty
	Schedule string
	By       string // who has planned it; may be empty
	Held     []string
}

// Calendar is what happens from a time to another.
type Calendar struct {
	From, To time.Time
	Entries  []Entry
	More     bool // there are more than are told: the calendar ends with the last entry
}

// planned is a schedule on its way through the calendar.
type planned struct {
	record.Schedule
	times record.Times
	spans record.Spans
	next  Entry
}

// read returns what happens in so many days from now on, without what holds it back.
func (s *Service) read(ctx context.Context, scope store.Scope, days int) (c Calendar, err error) {
	c.From = s.db.Time().UTC().Truncate(time.Second)
	c.To = c.From.AddDate(0, 0, days)
	list, err := s.schedules(ctx, scope, c.From)
	if err != nil {
		return c, err
	}
	names, err := s.names(ctx, scope)
	if err != nil {
		return c, err
	}
	for len(c.Entries) < mostEntries {
		first := earliest(list)
		if first == nil || !first.next.At.Before(c.To) {
			return c, nil
		}
		e := first.next
		if e.What == record.ScheduledLayer || e.What == record.ScheduledRecipe {
			e.Title = names[e.SID]
		}
		c.Entries = append(c.Entries, e)
		first.advance()
	}
	c.More, c.To = true, c.Entries[mostEntries-1].At
	return c, nil
}

func earliest(list []*planned) (first *planned) {
	for _, p := range list {
		if !p.next.At.IsZero() && (first == nil || p.next.At.Before(first.next.At)) {
			first = p
		}
	}
	return first
}

// schedules returns the schedules that something follows from, at their first entries.
func (s *Service) schedules(ctx context.Context, scope store.Scope, now time.Time) (list []*planned, err error) {
	rows, err := s.db.All(ctx, record.Schedules, scope, "")
	if err != nil {
		return nil, err
	}
	deliveries, err := s.db.PlannedDeliveries(ctx, scope.InstanceID)
	if err != nil {
		return nil, err
	}
	for _, one := range record.DecodeAll[record.Schedule](record.Schedules, rows) {
		if !one.Enabled || one.What == record.ScheduledLists {
			continue
		}
		p := &planned{Schedule: one}
		if one.Cron != nil && *one.Cron == "" {
			p.Cron = nil
		}
		spans, problems := p.Spans()
		if len(problems) > 0 {
			continue // of an earlier version
		}
		p.times, p.spans = spans.Times, spans.Before(deliveries[scope.InstanceID])
		p.first(now)
		list = append(list, p)
	}
	return list, nil
}

// first sets the first entry: of a layer that is on, the time in which it is.
func (p *planned) first(now time.Time) {
	if p.What != record.ScheduledLayer {
		p.set(record.Span{Start: p.times.Next(now)})
		return
	}
	if p.BegunAt != nil && p.EndsAt != nil {
		p.set(record.Span{Start: p.BegunAt.Time(), End: p.EndsAt.Time()})
		return
	}
	if p.PlannedAt != nil {
		p.set(p.spans.Next(p.PlannedAt.Time().Add(-1)))
	}
}

func (p *planned) advance() {
	if p.What == record.ScheduledLayer {
		p.set(p.spans.Next(p.next.Until.Add(-1)))
		return
	}
	p.set(record.Span{Start: p.times.Next(p.next.At)})
}

func (p *planned) set(span record.Span) {
	p.next = Entry{At: span.Start.UTC(), What: p.What, Schedule: p.SID}
	if span.Start.IsZero() {
		p.next.At = time.Time{}
		return
	}
	if !span.End.IsZero() {
		p.next.Until = span.End.UTC()
	}
	for to, from := range map[*string]*string{&p.next.By: p.By, &p.next.Title: p.Text} {
		if from != nil {
			*to = *from
		}
	}
	for _, sid := range []*string{p.Layer, p.Recipe} {
		if sid != nil {
			p.next.SID = *sid
		}
	}
}

// names returns the names of layers and recipes by their sids.
func (s *Service) names(ctx context.Context, scope store.Scope) (map[string]string, error) {
	names := map[string]string{}
	known, err := s.db.Layers(ctx, scope)
	if err != nil {
		return nil, err
	}
	for _, l := range known {
		names[l.SID] = l.Name
	}
	rows, err := s.db.All(ctx, record.Recipes, scope, "")
	for _, row := range rows {
		names[record.Recipes.SID(row)] = record.Recipes.TitleOf(row)
	}
	return names, err
}

// OnAt returns the sids of the layers that schedules have on at a time, the one that goes on last at the end.
func (c Calendar) OnAt(at time.Time) (list []string) {
	for _, e := range c.Entries {
		if e.What == record.ScheduledLayer && !e.At.After(at) && e.Until.After(at) && !slices.Contains(list, e.SID) {
			list = append(list, e.SID)
		}
	}
	return list
}

// Sentence says what an entry is, in a line.
func (e Entry) Sentence() string {
	switch e.What {
	case record.ScheduledLayer:
		return "Layer: " + or(e.Title, "deleted")
	case record.ScheduledRecipe:
		return "Recipe: " + or(e.Title, "deleted")
	case record.ScheduledAnnouncement:
		return "Tell players: " + e.Title
	case record.ScheduledPull:
		return "Fetch a safety copy"
	}
	return "Send what has changed"
}

func or(text, other string) string {
	if strings.TrimSpace(text) == "" {
		return other
	}
	return text
}
