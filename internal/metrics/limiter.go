package metrics

import (
	"context"
	"time"

	"quartermaster/internal/throttle"
)

// limiter counts what another one decides.
type limiter struct {
	throttle.Limiter
	metrics *Metrics
}

// Limiter returns a limiter whose decisions are counted.
func (m *Metrics) Limiter(of throttle.Limiter) throttle.Limiter { return limiter{of, m} }

// Hit implements throttle.Limiter.
func (l limiter) Hit(ctx context.Context, key string, limit int, length time.Duration) (throttle.Result, error) {
	result, err := l.Limiter.Hit(ctx, key, limit, length)
	if limit <= 0 { // nobody asks to be let in
		return result, err
	}
	outcome := "refused"
	switch {
	case err != nil:
		outcome = "failed"
	case result.Allowed:
		outcome = "allowed"
	}
	l.metrics.limited.add(1, outcome, window(key))
	return result, err
}
