package calendar_test

import (
	"strings"
	"testing"
	"time"

	"quartermaster/internal/calendar"
)

// TestICS: lines end with CR and LF and have 75 bytes at most, texts are escaped, and what is read back is what was planned.
func TestICS(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 12, 4, 18, 0, 0, 0, time.FixedZone("CET", 3600))
	name := "Double; loot, \\ for äöü " + strings.Repeat("long ", 30)
	c := calendar.Calendar{From: at, Entries: []calendar.Entry{
		{
			At: at, Until: at.Add(60 * time.Hour), What: "layer", Title: name,
			Schedule: "sChEdUlE01", By: "Anna", Held: []string{"It does not fit."},
		},
		{At: at, What: "announce", Title: "Soon!", Schedule: "sChEdUlE02"},
	}}
	text := string(calendar.ICS(c, "Chernarus", "https://example.com/instances/a/calendar"))
	for _, line := range strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("line of %d bytes: %q", len(line), line)
		}
	}
	whole := strings.ReplaceAll(text, "\r\n ", "")
	for _, want := range []string{
		"SUMMARY:⚠ Layer: Double\\; loot\\, \\\\ for äöü long", "DTSTART:20261204T170000Z\r\nDTEND:20261207T050000Z\r\n",
		"DESCRIPTION:It does not fit.\\nPlanned by Anna.\r\n", "UID:sChEdUlE01-1796403600@quartermaster\r\n",
		"DTSTART:20261204T170000Z\r\nDTEND:20261204T170100Z\r\nSUMMARY:Tell players: Soon!",
	} {
		if !strings.Contains(whole, want) {
			t.Errorf("%q is not in\n%s", want, whole)
		}
	}
}
