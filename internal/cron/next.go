package cron

import "time"

// horizon is how many days the next time is looked for: 29 February may be eight years ahead.
const horizon = 9 * 366

// Next returns the first time after another, or zero when there is none in the next nine years. Where clocks are put forward, times
// that there are not come at once behind the gap; where they are put back, a time comes once, at first. Expressions of every hour go
// by the time that passes instead.
func (e Expression) Next(after time.Time, zone *time.Location) time.Time {
	after = after.In(zone)
	year, month, day := after.Date()
	for i := range horizon {
		date := time.Date(year, month, day+i, 12, 0, 0, 0, time.UTC)
		if !e.onDay(date) {
			continue
		}
		if next := e.onDate(date, after, zone); !next.IsZero() {
			return next
		}
	}
	return time.Time{}
}

// Upcoming returns the next times after another, n at most.
func (e Expression) Upcoming(after time.Time, zone *time.Location, n int) (list []time.Time) {
	for range n {
		if after = e.Next(after, zone); after.IsZero() {
			break
		}
		list = append(list, after)
	}
	return list
}

// onDay says whether the expression names times of a date. Where days of the month and of the week are both given, either is enough.
func (e Expression) onDay(date time.Time) bool {
	day, weekday := e.days.has(date.Day()), e.weekdays.has(int(date.Weekday()))
	if !e.months.has(int(date.Month())) {
		return false
	}
	if e.anyDay || e.anyWeekday {
		return day && weekday
	}
	return day || weekday
}

// onDate returns the first time on a date that is after another, or zero.
func (e Expression) onDate(date, after time.Time, zone *time.Location) time.Time {
	if e.hours == 1<<24-1 {
		return e.everyHour(date, after, zone)
	}
	for hour := range 24 {
		for minute := range 60 {
			if !e.hours.has(hour) || !e.minutes.has(minute) {
				continue
			}
			if at := Clock(date, hour, minute, zone); at.After(after) {
				return at
			}
		}
	}
	return time.Time{}
}

// everyHour goes through the minutes that pass on a date.
func (e Expression) everyHour(date, after time.Time, zone *time.Location) time.Time {
	end := Clock(date.AddDate(0, 0, 1), 0, 0, zone)
	for at := Clock(date, 0, 0, zone); at.Before(end); at = at.Add(time.Minute) {
		if e.minutes.has(at.Minute()) && at.After(after) {
			return at
		}
	}
	return time.Time{}
}

// Clock returns when clocks in a zone first show a time of a date, or where they leave it out, when they go on.
func Clock(date time.Time, hour, minute int, zone *time.Location) time.Time {
	at := time.Date(date.Year(), date.Month(), date.Day(), hour, minute, 0, 0, zone)
	since, until := at.ZoneBounds()
	switch shown := at.Hour()*60 + at.Minute(); {
	case shown == hour*60+minute:
		return earliest(at, since)
	case at.Day() == date.Day() && shown > hour*60+minute:
		return since
	}
	return until
}

// earliest returns the time before clocks were put back since, if they showed the same then.
func earliest(at, since time.Time) time.Time {
	if since.IsZero() {
		return at
	}
	_, before := since.Add(-time.Second).Zone()
	_, now := at.Zone()
	if first := at.Add(-time.Duration(before-now) * time.Second); before > now && first.Before(since) {
		return first
	}
	return at
}
