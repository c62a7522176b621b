package account

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/throttle"
	"quartermaster/internal/throttle/throttletest"
)

// clock is one that a test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func newClock() *clock {
	return &clock{now: time.Date(2026, time.February, 1, 12, 0, 0, 0, time.UTC)}
}

func TestWindows(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		throttletest.Run(t, func(t *testing.T) (throttle.Limiter, func(time.Duration)) {
			c := newClock()
			return apart{NewWindows(db, c.time), t.Name()}, c.advance
		})
	})
}

// apart keeps the keys of one test from those of another on the same database.
type apart struct {
	*Windows
	test string
}

func (a apart) Hit(ctx context.Context, key string, limit int, length time.Duration) (throttle.Result, error) {
	return a.Windows.Hit(ctx, a.test+key, limit, length)
}

// TestServersCountTogether: two services on one database answer as many guesses as one does.
func TestServersCountTogether(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var servers []*Service
		for range 2 {
			s, err := New(db, Options{Registration: true, Limiter: NewWindows(db, time.Now)})
			if err != nil {
				t.Fatal(err)
			}
			servers = append(servers, s)
		}
		if _, err := servers[0].Register(t.Context(), "A", "a@example.org", "correct horse", "192.0.2.1"); err != nil {
			t.Fatal(err)
		}
		var throttled ThrottledError
		for i := range failuresPerAccount + 1 {
			_, err := servers[i%2].SignIn(t.Context(), "a@example.org", "wrong password", "192.0.2.1")
			if errors.As(err, &throttled) != (i == failuresPerAccount) {
				t.Errorf("guess %d: %v", i, err)
			}
		}
		if _, err := servers[0].SignIn(t.Context(), "a@example.org", "correct horse", "192.0.2.1"); !errors.As(err, &throttled) {
			t.Errorf("the right password after too many wrong ones: %v", err)
		}
	})
}

func TestPurgeBoundsTheWindows(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newClock()
		w := NewWindows(db, c.time)
		w.capacity = 3
		hits := func(name string, n int) {
			for i := range n {
				if _, err := w.Hit(t.Context(), fmt.Sprint(name, i), 1, time.Minute); err != nil {
					t.Fatal(err)
				}
				c.advance(time.Second)
			}
		}
		expect := func(what string, want int) {
			t.Helper()
			if err := w.Purge(t.Context()); err != nil {
				t.Fatal(err)
			}
			expectCount(t, db, `SELECT count(*) FROM throttle_windows`, want)
		}
		hits("few", 2)
		expect("few", 2)
		hits("flood", 8)
		expect("a flood", 3)
		if r, err := w.Hit(t.Context(), "flood7", 1, time.Minute); err != nil || r.Allowed {
			t.Errorf("the newest window is gone: %+v, %v", r, err)
		}
		c.advance(time.Hour)
		expect("what has ended", 0)
	})
}
