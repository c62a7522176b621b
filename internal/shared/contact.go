package shared

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// retryAfter is how long the server is left alone after it has failed.
const retryAfter = time.Second

// contact remembers whether the server answers, so that nobody waits for one that is lost. It is safe for concurrent use.
type contact struct {
	clock  func() time.Time
	logger *slog.Logger

	mu    sync.Mutex
	lost  bool
	retry time.Time // until then nobody asks
}

// asks reports whether the server is to be asked. After a failure one question at a time finds out whether it is back.
func (c *contact) asks() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.lost {
		return true
	}
	now := c.clock()
	if now.Before(c.retry) {
		return false
	}
	c.retry = now.Add(retryAfter)
	return true
}

// note notes how a question has ended, and logs when the server is lost and when it is back.
func (c *contact) note(ctx context.Context, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err != nil && !c.lost:
		c.logger.WarnContext(ctx,
			"Redis does not answer: requests are counted by each process alone, and the database is asked for everything else", "error", err)
	case err == nil && c.lost:
		c.logger.InfoContext(ctx, "Redis answers again: requests are counted by all processes together")
	}
	if c.lost = err != nil; c.lost {
		c.retry = c.clock().Add(retryAfter)
	}
}
