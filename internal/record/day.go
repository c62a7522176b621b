package record

import "time"

// ParseDay reads a day in UTC, as 2026-11-22, or a moment, and adds days to the former. It returns microseconds since 1970, 0 for no text.
func ParseDay(text string, days int) (at int64, valid bool) {
	if text == "" {
		return 0, true
	}
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return t.AddDate(0, 0, days).UnixMicro(), true
	}
	t, err := time.Parse(time.RFC3339, text)
	return t.UnixMicro(), err == nil
}
