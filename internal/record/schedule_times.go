package record

import (
	"time"

	"quartermaster/internal/cron"
	"quartermaster/internal/validate"
)

// Times are the times of a schedule.
type Times struct {
	once       time.Time // zero for those of an expression
	expression cron.Expression
	zone       *time.Location
}

// The bounds of schedules.
const (
	upcoming     = 5
	leastBetween = 5 * time.Minute
)

// ReadTimes reads the fields cron and time_zone, and says what is wrong with them.
func ReadTimes(expression, zone string) (t Times, problems validate.Errors) {
	var err error
	if t.expression, err = cron.Parse(expression); err != nil {
		problems.AddNamed("cron", "", validate.IsNotUnderstood.With(err.Error()))
	}
	if t.zone, err = cron.Zone(zone); err != nil {
		problems.AddNamed("time_zone", "", validate.IsNotUnderstood.With(err.Error()))
	}
	if len(problems) == 0 && t.tooOften() {
		problems.AddSentence("cron", "A schedule runs every five minutes at most.")
	}
	return t, problems
}

// tooOften looks at the times of two days.
func (t Times) tooOften() bool {
	list := t.expression.Upcoming(time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC), time.UTC, 2*24*60/5+1)
	for i := 1; i < len(list); i++ {
		if list[i].Sub(list[i-1]) < leastBetween {
			return true
		}
	}
	return false
}

// Starts returns the next times as they are stored, in the schedule's time zone.
func (s *Schedule) Starts() (list []time.Time, err error) {
	zone, err := cron.Zone(s.TimeZone)
	for i := 0; err == nil && i < len(s.Upcoming); i++ {
		var at time.Time
		at, err = time.Parse(time.RFC3339, s.Upcoming[i])
		list = append(list, at.In(zone))
	}
	return list, err
}

// Expression returns the cron expression; empty for a schedule that runs once.
func (s *Schedule) Expression() string {
	if s.Cron == nil {
		return ""
	}
	return *s.Cron
}

// Times reads when the schedule runs.
func (s *Schedule) Times() (t Times, problems validate.Errors) {
	if s.At == nil {
		return ReadTimes(s.Expression(), s.TimeZone)
	}
	var err error
	if t.zone, err = cron.Zone(s.TimeZone); err != nil {
		problems.AddNamed("time_zone", "", validate.IsNotUnderstood.With(err.Error()))
		return t, problems
	}
	t.once = s.At.Time().In(t.zone)
	return t, nil
}

// Next returns the first time after another; zero where none comes any more.
func (t Times) Next(after time.Time) time.Time {
	switch {
	case t.once.IsZero():
		return t.expression.Next(after, t.zone)
	case t.once.After(after):
		return t.once
	}
	return time.Time{}
}

// Upcoming returns the next times after another.
func (t Times) Upcoming(after time.Time) (list []time.Time) {
	for at := t.Next(after); !at.IsZero() && len(list) < upcoming; at = t.Next(at) {
		list = append(list, at)
	}
	return list
}

// After returns the stored values of next_at and upcoming after a time.
func (t Times) After(now time.Time) (nextAt, texts any) {
	list := t.Upcoming(now)
	if len(list) == 0 {
		return nil, "[]"
	}
	return list[0].UnixMicro(), textsOfTimes(list)
}

// Time returns the moment as Go has it.
func (m Moment) Time() time.Time { return time.UnixMicro(int64(m)).UTC() }

// WallClock reads a date and a time as clocks in a time zone show them, such as 2026-12-04T18:00: a time that they leave out is when they
// go on, of one that they show twice it is the first. It returns what is wrong for people.
func WallClock(text, zone string) (at time.Time, wrong string) {
	in, err := cron.Zone(zone)
	if err != nil {
		return at, "Enter a time zone such as Europe/Berlin first."
	}
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04"} {
		if at, err = time.Parse(layout, text); err == nil {
			return cron.Clock(at, at.Hour(), at.Minute(), in), ""
		}
	}
	return at, "This is no date and time, such as 2026-12-04 18:00."
}
