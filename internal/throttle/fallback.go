package throttle

import (
	"context"
	"time"
)

// Fallback is a Limiter that counts in this process alone while the one that all processes share does not answer. A user is then
// allowed up to the limit by each process.
type Fallback struct{ shared, local Limiter }

var _ Limiter = Fallback{}

// NewFallback returns the limiter. It asks the shared one for each hit, which must not be slow to say that it is lost.
func NewFallback(shared, local Limiter) Fallback { return Fallback{shared, local} }

// Hit implements Limiter. It fails only when ctx has ended.
func (f Fallback) Hit(ctx context.Context, key string, limit int, window time.Duration) (Result, error) {
	result, err := f.shared.Hit(ctx, key, limit, window)
	if err == nil || ctx.Err() != nil {
		return result, ctx.Err()
	}
	return f.local.Hit(ctx, key, limit, window)
}
