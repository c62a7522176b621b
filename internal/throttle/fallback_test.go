package throttle_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/throttle"
	"quartermaster/internal/throttle/throttletest"
)

// failing is a limiter that can be lost, and counts how often it is asked.
type failing struct {
	throttle.Limiter
	err   error
	asked atomic.Int64
}

// Hit implements throttle.Limiter.
func (f *failing) Hit(ctx context.Context, key string, limit int, window time.Duration) (throttle.Result, error) {
	f.asked.Add(1)
	if f.err != nil {
		return throttle.Result{}, f.err
	}
	return f.Limiter.Hit(ctx, key, limit, window)
}

func TestFallback(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"the shared one answers": nil, "it does not": errors.New("lost")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			throttletest.Run(t, func(*testing.T) (throttle.Limiter, func(time.Duration)) {
				now := time.Date(2026, time.February, 1, 12, 0, 0, 0, time.UTC)
				clock := func() time.Time { return now }
				shared := &failing{Limiter: throttle.NewMemory(clock), err: err}
				return throttle.NewFallback(shared, throttle.NewMemory(clock), clock, slog.New(slog.DiscardHandler)), func(d time.Duration) { now = now.Add(d) }
			})
		})
	}
}

// TestFallbackAsksALostLimiterOnceASecond, and says in the log when it is lost and when it is back.
func TestFallbackAsksALostLimiterOnceASecond(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.February, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	var log bytes.Buffer
	shared := &failing{Limiter: throttle.NewMemory(clock), err: errors.New("lost")}
	f := throttle.NewFallback(shared, throttle.NewMemory(clock), clock, slog.New(slog.NewTextHandler(&log, nil)))
	hits := func(n int) {
		for range n {
			if _, err := f.Hit(t.Context(), "a", 1000, time.Minute); err != nil {
				t.Fatal(err)
			}
		}
	}
	hits(50)
	now = now.Add(time.Second)
	hits(50)
	if got := shared.asked.Load(); got != 2 {
		t.Errorf("a limiter that is lost was asked %d times in two seconds, want 2", got)
	}
	shared.err, now = nil, now.Add(time.Second)
	hits(50)
	if got := shared.asked.Load(); got != 52 {
		t.Errorf("a limiter that is back was asked %d times, want 50", got-2)
	}
	if got := log.String(); strings.Count(got, "does not answer") != 1 || strings.Count(got, "together again") != 1 {
		t.Errorf("the log is\n%s", got)
	}
}

func TestFallbackEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	shared := &failing{err: context.Canceled}
	f := throttle.NewFallback(shared, throttle.NewMemory(time.Now), time.Now, slog.New(slog.DiscardHandler))
	if _, err := f.Hit(ctx, "a", 1, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
