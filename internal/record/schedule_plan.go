package record

import (
	"context"
	"time"
)

// timesChange says whether the times of a schedule are new or other ones.
func timesChange(r *Resource, old Row, values Values) bool {
	for _, field := range []string{"what", "cron", "at", "time_zone", "until", "for", "before", "enabled"} {
		if sent, is := values[field]; old == nil || is && sent != old[r.Index(field)] {
			return true
		}
	}
	return false
}

// plan finds out when the schedule runs next. A layer that is on by it goes off when its time is over by what is planned now; a schedule
// that is switched off lets go of its layer.
func (s *Schedule) plan(ctx context.Context, in Lookup, values Values) error {
	for _, field := range []string{"next_at", "planned_at", "begun_at", "ends_at"} {
		values[field] = nil
	}
	values["upcoming"] = "[]"
	spans, problems := s.Spans()
	if len(problems) > 0 || !s.Enabled {
		return problems.Err()
	}
	now := time.UnixMicro(in.Now())
	if s.What != ScheduledLayer {
		values["next_at"], values["upcoming"] = spans.After(now)
		if s.At != nil && !s.At.Time().After(now) && s.At.Time().After(now.Add(-late)) {
			values["next_at"] = int64(*s.At)
		}
		return nil
	}
	var err error
	if s.Before != nil && *s.Before > 0 {
		if spans.deliveries, err = in.Plans().Deliveries(ctx); err != nil {
			return err
		}
	}
	s.planSpan(spans, now).Set(values)
	return nil
}

// planSpan plans the first time that a layer goes on, or the end of the time in which it is.
func (s *Schedule) planSpan(spans Spans, now time.Time) Planned {
	if s.EndsAt != nil && s.BegunAt != nil {
		span := Span{Start: s.BegunAt.Time(), End: spans.end(s.BegunAt.Time())}
		if s.At != nil && s.At.Time().After(now) { // it was put off
			span.End = now
		}
		return spans.On(span)
	}
	if s.At != nil {
		now = s.At.Time().Add(-1)
	}
	return spans.Waiting(spans.Next(now))
}
