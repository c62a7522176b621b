package validate

import (
	"strings"
	"time"

	"quartermaster/internal/jsontree"
)

// Date accepts text, or a number such as 20250131, that names a day of the calendar in full:
// 2025-01-31, 2025/01/31, 01/31/2025, 31-01-2025, 31.01.2025, Jan 31 2025, 31 January 2025,
// 20250131, or 2025-01 for its first day. A time of day may follow, and after that a zone.
func Date() Rule {
	return check(MustBeDate, func(value any) bool {
		_, ok := date(value)
		return ok
	})
}

// Time returns the instant that a date names, in UTC and to the second; without a zone the date
// is in UTC. What is no date gives the zero time.
func Time(value any) time.Time {
	t, _ := date(value)
	return t
}

func date(value any) (time.Time, bool) {
	switch value.(type) {
	case string, jsontree.Number:
		return parseDate(strings.TrimSpace(Text(value)))
	}
	return time.Time{}, false
}

func parseDate(text string) (time.Time, bool) {
	dayText, clockText := splitDate(text)
	day, ok := parseAny(dayText, dayLayouts()...)
	if !ok || clockText == "" {
		return day, ok && isTold(day)
	}
	clock, ok := parseClock(clockText)
	if !ok {
		return time.Time{}, false
	}
	hour, minute, second := clock.Clock()
	moment := time.Date(day.Year(), day.Month(), day.Day(), hour, minute, second, 0, clock.Location()).UTC()
	return moment, isTold(day) && isTold(moment)
}

// isTold reports whether a time can be written in four digits of a year: one with a zone may lie in another year than it says.
func isTold(t time.Time) bool { return 1 <= t.Year() && t.Year() <= 9999 }

// splitDate cuts the time of day off, which begins behind the last T or blank before the first
// colon; with no colon there is none.
func splitDate(text string) (day, clock string) {
	colon := strings.IndexByte(text, ':')
	if colon < 0 {
		return text, ""
	}
	cut := strings.LastIndexAny(text[:colon], "Tt ")
	if cut < 0 {
		return "", text
	}
	return strings.TrimRight(text[:cut], " "), text[cut+1:]
}

// dayLayouts are the ways to write a day, the usual one first. Slashes put the month first as in
// America, other separators the day.
func dayLayouts() []string {
	return []string{
		"2006-1-2", "2006/1/2", "1/2/2006", "2-1-2006", "2.1.2006", "20060102", "2006-1",
		"Jan 2 2006", "Jan 2, 2006", "January 2 2006", "January 2, 2006",
		"2 Jan 2006", "2 January 2006", "2-Jan-2006",
	}
}

// parseClock reads a time of day with an optional fraction, which is dropped, and zone.
func parseClock(text string) (time.Time, bool) {
	text = strings.ToUpper(text)
	for _, name := range []string{"UTC", "GMT"} {
		if rest, ok := strings.CutSuffix(text, name); ok {
			text = rest + "Z"
		}
	}
	text = strings.Replace(text, " ", "", 1)
	return parseAny(
		text, "15:04:05Z07:00", "15:04:05", "15:04:05Z0700", "15:04:05Z07",
		"15:04Z07:00", "15:04", "15:04Z0700", "15:04Z07",
	)
}

func parseAny(text string, layouts ...string) (time.Time, bool) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
