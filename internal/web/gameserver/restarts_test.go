package gameserver

import (
	"strings"
	"testing"
	"time"
)

// TestRestarts become the expression of what is done before them.
func TestRestarts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text          string
		every, before time.Duration
		want          string // the expression, or a part of what is wrong
	}{
		{"06:00, 18:00", 0, 15 * time.Minute, "45 5,17 * * *"},
		{"06:00", 6 * time.Hour, time.Hour, "0 5,11,17,23 * * *"},
		{"00:10", 0, 15 * time.Minute, "55 23 * * *"},
		{"0 */8 * * *", 0, 0, "0 0,8,16 * * *"},
		{"06:00 12:30", 0, 0, "different minutes"},
		{"0 6 * * 1", 0, 0, "at the same times every day"},
		{"0 99 * * *", 0, 0, "not understood"},
		{"six o'clock", 0, 0, "like 06:00"},
	}
	for _, test := range tests {
		times, wrong := restartsOf(test.text, test.every)
		got := ""
		if wrong == "" {
			got, wrong = expressionOf(times, test.before)
		}
		if got != test.want && (wrong == "" || !strings.Contains(wrong, test.want)) {
			t.Errorf("%q every %s: %q, %q, want %q", test.text, test.every, got, wrong, test.want)
		}
	}
}
