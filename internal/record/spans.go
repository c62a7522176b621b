package record

import (
	"strconv"
	"time"

	"quartermaster/internal/cron"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Span is a time in which a layer is on: when that is planned for, and when the layer goes on and off.
type Span struct{ Planned, Start, End time.Time }

// Spans are the times in which the layer of a schedule is on.
type Spans struct {
	Times
	until      time.Time     // zero: they end by how long they are
	days       int           // by the clock of the time zone
	length     time.Duration // beside the days
	before     time.Duration // before the next delivery; 0: at its own time
	deliveries []Times
}

// mostDays is how long a layer may be on.
const mostDays = 400

// Before returns the same spans where layers go on before the next of some deliveries.
func (s Spans) Before(deliveries []Times) Spans {
	s.deliveries = deliveries
	return s
}

// Spans reads when the layer of a schedule is on, and the times of any other schedule.
func (s *Schedule) Spans() (spans Spans, problems validate.Errors) {
	spans.Times, problems = s.Times()
	if s.For != nil {
		spans.days, spans.length = parseSpan(*s.For)
	}
	if s.Until != nil {
		spans.until = s.Until.Time()
	}
	if s.Before != nil {
		spans.before = time.Duration(*s.Before) * time.Minute
	}
	return spans, problems
}

// lengthOf returns how long something lasts that is not longer than the shortest days.
func lengthOf(text string) time.Duration {
	days, rest := parseSpan(text)
	return time.Duration(days)*24*time.Hour + rest
}

func parseSpan(text string) (days int, rest time.Duration) {
	if text == "" {
		return 0, 0
	}
	n, _ := strconv.Atoi(text[:len(text)-1]) // its format is checked
	switch text[len(text)-1] {
	case 'm':
		return 0, time.Duration(n) * time.Minute
	case 'h':
		return 0, time.Duration(n) * time.Hour
	}
	return n, 0
}

// Next returns the first span that is planned for later than a time; the zero Span where none comes any more.
func (s Spans) Next(after time.Time) (span Span) {
	span.Planned = s.Times.Next(after)
	if span.Planned.IsZero() || !s.until.IsZero() && !span.Planned.Before(s.until) {
		return Span{}
	}
	span.Start = span.Planned
	end := s.end(span.Planned)
	if at := s.delivery(span.Planned); !at.IsZero() && at.Before(end) {
		span.Start = at.Add(-s.before)
	}
	span.End = s.end(span.Start)
	return span
}

// delivery returns the next delivery from a time on; zero where none is planned, or the layer does not go by them.
func (s Spans) delivery(from time.Time) (first time.Time) {
	if s.before == 0 {
		return first
	}
	for _, times := range s.deliveries {
		if at := times.Next(from.Add(-1)); !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// end returns when a span ends that begins at a time. Days are those of the clock, hours and minutes pass.
func (s Spans) end(start time.Time) time.Time {
	if !s.until.IsZero() {
		return s.until
	}
	if s.days > 0 {
		local := start.In(s.zone)
		start = cron.Clock(local.AddDate(0, 0, s.days), local.Hour(), local.Minute(), s.zone).Add(time.Duration(local.Second()) * time.Second)
	}
	return start.Add(s.length)
}

// following returns the first span that does not begin before another one ends: while a layer is on, it does not go on again.
func (s Spans) following(span Span) Span { return s.Next(span.End.Add(-1)) }

// At returns the span that is under way at a time, of those from a planned one on, and the one that follows. Missed says that others are
// over by then. The span is zero where none is under way.
func (s Spans) At(planned, now time.Time) (under, next Span, missed bool) {
	span := s.Next(planned.Add(-1))
	for !span.Start.IsZero() && !span.Start.After(now) {
		if span.End.After(now) {
			return span, s.following(span), missed
		}
		missed, span = true, s.following(span)
	}
	return Span{}, span, missed
}

// Planned is what is stored of when a schedule runs next; times that are zero are not set.
type Planned struct {
	Next, Planned, Begun, Ends time.Time
	Upcoming                   string // JSON
}

// Waiting plans for a span that comes.
func (s Spans) Waiting(span Span) Planned {
	return Planned{Next: span.Start, Planned: span.Planned, Upcoming: s.upcoming(span)}
}

// On plans the end of a span that is under way, and the one that follows.
func (s Spans) On(span Span) Planned {
	next := s.following(span)
	return Planned{Next: span.End, Planned: next.Planned, Begun: span.Start, Ends: span.End, Upcoming: s.upcoming(next)}
}

// upcoming returns the JSON of when the layer goes on the next times, from a span on.
func (s Spans) upcoming(span Span) string {
	var list []time.Time
	for ; !span.Start.IsZero() && len(list) < upcoming; span = s.following(span) {
		list = append(list, span.Start.In(s.zone))
	}
	return textsOfTimes(list)
}

func textsOfTimes(list []time.Time) string {
	return string(jsontree.AppendList(nil, list, func(b []byte, at time.Time) []byte {
		return jsontree.AppendString(b, at.Format(time.RFC3339))
	}))
}

// Set puts what is planned into the values of a schedule.
func (p Planned) Set(values Values) {
	for field, at := range map[string]time.Time{"next_at": p.Next, "planned_at": p.Planned, "begun_at": p.Begun, "ends_at": p.Ends} {
		values[field] = Stored(at)
	}
	values["upcoming"] = p.Upcoming
}

// Stored returns a time as it is stored; nil for the zero time.
func Stored(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return at.UnixMicro()
}
