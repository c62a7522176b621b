package throttle

import (
	"context"
	"fmt"
	"time"

	"quartermaster/internal/notes"
)

// Noted is a Limiter that leaves a note of each window that is full, so that the one that counts is not asked about it again. That one has
// the last word: where there is no note, it is asked.
type Noted struct {
	counts Limiter
	notes  notes.Notes
	clock  func() time.Time
}

var _ Limiter = Noted{}

// NewNoted returns the limiter over the one that counts, by whose clock the ends of windows are told.
func NewNoted(counts Limiter, n notes.Notes, clock func() time.Time) Noted {
	return Noted{counts, n, clock}
}

// Hit implements Limiter.
func (n Noted) Hit(ctx context.Context, key string, limit int, window time.Duration) (Result, error) {
	if hits, end, found := n.full(ctx, key); found && limit <= hits {
		return Result{Open: true, Limit: limit, Reset: end}, nil
	}
	r, err := n.counts.Hit(ctx, key, limit, window)
	if err == nil && r.Open && limit > 0 && r.Remaining == 0 {
		n.notes.Put(ctx, key, fmt.Sprint(limit, r.Reset.UnixMicro()), r.Reset.Sub(n.clock()))
	}
	return r, err
}

// full returns how many hits the open window of a key has at least, and its end, where that is noted.
func (n Noted) full(ctx context.Context, key string) (hits int, end time.Time, found bool) {
	text, found := n.notes.Get(ctx, key)
	if !found {
		return 0, end, false
	}
	var micros int64
	if _, err := fmt.Sscan(text, &hits, &micros); err != nil {
		return 0, end, false
	}
	end = time.UnixMicro(micros)
	return hits, end, n.clock().Before(end)
}
