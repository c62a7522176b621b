package throttle

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// retryAfter is how long a shared limiter is left alone after it has failed.
const retryAfter = time.Second

// Fallback is a Limiter that counts in this process alone while the one that all processes share does not answer. A user is then
// allowed up to the limit by each process.
type Fallback struct {
	shared, local Limiter
	clock         func() time.Time
	logger        *slog.Logger

	mu    sync.Mutex
	lost  bool
	retry time.Time // until then nobody asks the shared one
}

var _ Limiter = (*Fallback)(nil)

// NewFallback returns the limiter, which logs when the shared one is lost and when it is back.
func NewFallback(shared, local Limiter, clock func() time.Time, logger *slog.Logger) *Fallback {
	return &Fallback{shared: shared, local: local, clock: clock, logger: logger}
}

// Hit implements Limiter. It fails only when ctx has ended.
func (f *Fallback) Hit(ctx context.Context, key string, limit int, window time.Duration) (Result, error) {
	if !f.asks() {
		return f.local.Hit(ctx, key, limit, window)
	}
	result, err := f.shared.Hit(ctx, key, limit, window)
	if ctx.Err() != nil {
		return result, ctx.Err()
	}
	f.note(ctx, err)
	if err != nil {
		return f.local.Hit(ctx, key, limit, window)
	}
	return result, nil
}

// asks reports whether the shared limiter is to be asked. After a failure one hit at a time finds out whether it is back.
func (f *Fallback) asks() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.lost {
		return true
	}
	now := f.clock()
	if now.Before(f.retry) {
		return false
	}
	f.retry = now.Add(retryAfter)
	return true
}

func (f *Fallback) note(ctx context.Context, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case err != nil && !f.lost:
		f.logger.WarnContext(ctx, "requests are counted by each process alone: the shared limiter does not answer", "error", err)
	case err == nil && f.lost:
		f.logger.InfoContext(ctx, "requests are counted by all processes together again")
	}
	if f.lost = err != nil; f.lost {
		f.retry = f.clock().Add(retryAfter)
	}
}
