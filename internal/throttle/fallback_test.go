package throttle_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"quartermaster/internal/throttle"
	"quartermaster/internal/throttle/throttletest"
)

// watched is a limiter that can be lost, and counts how often it is asked.
type watched struct {
	throttle.Limiter
	err   error
	asked int
}

// Hit implements throttle.Limiter.
func (w *watched) Hit(ctx context.Context, key string, limit int, window time.Duration) (throttle.Result, error) {
	w.asked++
	if w.err != nil {
		return throttle.Result{}, w.err
	}
	return w.Limiter.Hit(ctx, key, limit, window)
}

// lost is a limiter that does not answer.
type lost struct{}

// Hit implements throttle.Limiter.
func (lost) Hit(ctx context.Context, _ string, _ int, _ time.Duration) (throttle.Result, error) {
	return throttle.Result{}, errors.Join(errors.New("lost"), ctx.Err())
}

func TestFallback(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]bool{"the shared one answers": false, "it does not": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			throttletest.Run(t, func(*testing.T) (throttle.Limiter, func(time.Duration)) {
				now := time.Date(2026, time.February, 1, 12, 0, 0, 0, time.UTC)
				clock := func() time.Time { return now }
				var shared throttle.Limiter = throttle.NewMemory(clock)
				if away {
					shared = lost{}
				}
				return throttle.NewFallback(shared, throttle.NewMemory(clock)), func(d time.Duration) { now = now.Add(d) }
			})
		})
	}
}

func TestFallbackEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := throttle.NewFallback(lost{}, throttle.NewMemory(time.Now))
	if _, err := f.Hit(ctx, "a", 1, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
