package throttle_test

import (
	"errors"
	"testing"
	"time"

	"quartermaster/internal/notes"
	"quartermaster/internal/notes/notestest"
	"quartermaster/internal/throttle"
	"quartermaster/internal/throttle/throttletest"
)

func TestNoted(t *testing.T) {
	t.Parallel()
	for name, newNotes := range map[string]func() notes.Notes{
		"with notes":    func() notes.Notes { return notestest.NewMemory() },
		"without notes": func() notes.Notes { return notes.None{} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			throttletest.Run(t, func(*testing.T) (throttle.Limiter, func(time.Duration)) {
				now := time.Date(2026, time.February, 1, 12, 0, 0, 0, time.UTC)
				clock := func() time.Time { return now }
				return throttle.NewNoted(throttle.NewMemory(clock), newNotes(), clock), func(d time.Duration) { now = now.Add(d) }
			})
		})
	}
}

// TestNotedAsksNobodyAboutAFullWindow, and loses no count when the notes are lost, come back as they were, or are not for it.
func TestNotedAsksNobodyAboutAFullWindow(t *testing.T) {
	t.Parallel()
	kept := notestest.NewMemory()
	counts := &watched{Limiter: throttle.NewMemory(time.Now)}
	servers := []throttle.Noted{throttle.NewNoted(counts, kept, time.Now), throttle.NewNoted(counts, kept, time.Now)}
	allowed, hit := 0, 0
	guess := func(n int) {
		t.Helper()
		for range n {
			r, err := servers[hit%2].Hit(t.Context(), "a", 5, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			if hit++; r.Allowed {
				allowed++
			}
		}
	}
	empty := kept.Copy()
	guess(3)
	kept.Lose(true)
	guess(1)
	kept.Lose(false)
	guess(4)
	if counts.asked != 5 {
		t.Errorf("the limiter that counts was asked %d times, want 5: the window is full then", counts.asked)
	}
	full := kept.Copy()
	kept.Restore(empty)
	guess(2)
	kept.Put(t.Context(), "a", "not a note of a window", time.Minute)
	guess(2)
	if allowed != 5 {
		t.Errorf("%d guesses were allowed, want 5", allowed)
	}
	counts.err = errors.New("lost")
	kept.Restore(full)
	guess(2)
}
