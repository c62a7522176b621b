package cli

import (
	"context"
	"log/slog"
	"time"

	"quartermaster/internal/shared"
	"quartermaster/internal/throttle"
)

// limiters count requests: counting is asked, and goes on alone while shared, which health probes, does not answer.
type limiters struct {
	counting, shared throttle.Limiter
	ping             func(context.Context) error // of Redis; nil where there is none
	close            func() error
}

// newLimiters counts in Redis, or in this process alone where there is none.
func newLimiters(redisURL string, clock func() time.Time, logger *slog.Logger) (limiters, error) {
	local := throttle.NewMemory(clock)
	if redisURL == "" {
		return limiters{counting: local, shared: local, close: func() error { return nil }}, nil
	}
	redis, err := shared.Open(redisURL)
	if err != nil {
		return limiters{}, usageError{err}
	}
	windows := shared.NewWindows(redis, clock)
	return limiters{counting: throttle.NewFallback(windows, local, clock, logger), shared: windows, ping: redis.Ping, close: redis.Close}, nil
}
