package remote_test

import (
	"testing"
	"time"

	"quartermaster/internal/remote"
)

func TestSettled(t *testing.T) {
	t.Parallel()
	listed := time.Date(2026, 5, 29, 9, 55, 30, 0, time.UTC)
	for name, test := range map[string]struct {
		modified time.Time
		want     bool
	}{
		"this minute":                      {listed.Add(-30 * time.Second), false},
		"this minute in another zone":      {listed.Add(-30*time.Second - 5*time.Hour - 30*time.Minute), false},
		"this minute, by a zone ahead":     {listed.Add(-30*time.Second + 14*time.Hour), false},
		"the minute before":                {listed.Add(-90 * time.Second), true},
		"long ago":                         {listed.Add(-30*time.Second - 48*time.Hour), true},
		"this second":                      {listed.Add(-time.Second), false},
		"seconds ago":                      {listed.Add(-7 * time.Second), true},
		"in a part of a second":            {listed.Add(-time.Millisecond), true},
		"in a part of a second that comes": {listed.Add(time.Millisecond), false},
	} {
		if got := remote.Settled(test.modified, listed); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
