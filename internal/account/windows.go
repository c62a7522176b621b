package account

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

// maxWindows is how many windows Purge leaves at most.
const maxWindows = 100_000

// Windows is a throttle.Limiter in the database, shared by all servers on it. It is for rare events: every counted hit is a
// write.
type Windows struct {
	db       *store.DB
	clock    func() time.Time
	capacity int
}

var _ throttle.Limiter = (*Windows)(nil)

// NewWindows returns the limiter over db, which reads the time from clock.
func NewWindows(db *store.DB, clock func() time.Time) *Windows {
	return &Windows{db: db, clock: clock, capacity: maxWindows}
}

// Hit implements throttle.Limiter.
func (w *Windows) Hit(ctx context.Context, key string, limit int, length time.Duration) (throttle.Result, error) {
	now := w.clock()
	if limit <= 0 {
		return w.look(ctx, key, limit, now, now.Add(length))
	}
	const query = `INSERT INTO throttle_windows (key, hits, ends_at) VALUES ($1, 1, $2) ON CONFLICT (key) DO UPDATE SET
		hits = CASE WHEN throttle_windows.ends_at <= $3 THEN 1 ELSE throttle_windows.hits + 1 END,
		ends_at = CASE WHEN throttle_windows.ends_at <= $4 THEN excluded.ends_at ELSE throttle_windows.ends_at END
		WHERE throttle_windows.ends_at <= $5 OR throttle_windows.hits < $6 RETURNING hits, ends_at`
	at := now.UnixMicro()
	var hits, end int64
	err := w.db.Tx(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(ctx, query, key, now.Add(length).UnixMicro(), at, at, at, limit).Scan(&hits, &end)
	})
	if errors.Is(err, store.ErrNotFound) {
		return w.look(ctx, key, limit, now, now)
	}
	return throttle.Result{Allowed: true, Open: true, Limit: limit, Remaining: limit - int(hits), Reset: time.UnixMicro(end)}, err
}

// look returns the state of a key without counting. Where no window is open, reset is when a new one would end.
func (w *Windows) look(ctx context.Context, key string, limit int, now, reset time.Time) (throttle.Result, error) {
	const query = `SELECT hits, ends_at FROM throttle_windows WHERE key = $1 AND ends_at > $2`
	r := throttle.Result{Limit: limit, Reset: reset}
	var hits, end int64
	err := w.db.QueryRow(ctx, query, key, now.UnixMicro()).Scan(&hits, &end)
	if errors.Is(err, store.ErrNotFound) {
		return r, nil
	}
	r.Open, r.Remaining, r.Reset = hits > 0, max(limit-int(hits), 0), time.UnixMicro(end)
	return r, err
}

// Purge deletes the windows that have ended and, when there are too many others, those that end first.
func (w *Windows) Purge(ctx context.Context) error {
	if _, err := w.db.Exec(ctx, `DELETE FROM throttle_windows WHERE ends_at <= $1`, w.clock().UnixMicro()); err != nil {
		return err
	}
	const query = `DELETE FROM throttle_windows WHERE ends_at < (SELECT ends_at FROM throttle_windows ORDER BY ends_at DESC LIMIT 1 OFFSET $1)`
	_, err := w.db.Exec(ctx, query, w.capacity-1)
	return err
}
