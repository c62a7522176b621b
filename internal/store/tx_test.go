package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"quartermaster/internal/store"
)

const beat = `INSERT INTO heartbeats (queue, beat_at) VALUES ($1, $2)`

func (w world) beats(t *testing.T) int64 {
	t.Helper()
	return w.number(t, `SELECT count(*) FROM heartbeats`)
}

func TestDomainErrors(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		late, end := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
		defer end()
		for name, test := range map[string]struct {
			do   func() error
			want error
		}{
			"unique index": {func() error {
				_, err := w.Exec(t.Context(), `INSERT INTO type_usages (sid, name) VALUES ('x', (SELECT name FROM type_usages WHERE id = $1))`, 1)
				return err
			}, store.ErrTaken},
			"unique column": {func() error {
				_, err := w.Exec(t.Context(), `UPDATE maps SET sid = (SELECT sid FROM maps WHERE id = 1) WHERE id = $1`, 2)
				return err
			}, store.ErrTaken},
			"primary key": {func() error {
				_, err := w.Exec(t.Context(),
					`INSERT INTO maps (id, sid, name, name_short, url, mission, world_size, is_modded, created_at, updated_at) VALUES (1, 'x', '', `+
						`'x', '', '', 1, $1, 0, 0)`,
					0)
				return err
			}, store.ErrTaken},
			"unique in a returning insert": {func() error {
				return w.Tx(t.Context(), func(tx *store.Tx) error {
					return tx.QueryRow(t.Context(), `INSERT INTO type_tags (sid, name) VALUES ('x', 'floor') RETURNING id`).Scan(new(int64))
				})
			}, store.ErrTaken},
			"reference to nothing": {func() error {
				_, err := w.Exec(t.Context(), `UPDATE instances SET map_id = $1`, 999)
				return err
			}, store.ErrReference},
			"referred to": {func() error {
				_, err := w.Exec(t.Context(), `DELETE FROM maps WHERE id = $1`, 1)
				return err
			}, store.ErrReference},
			"no row": {func() error {
				return w.QueryRow(t.Context(), `SELECT id FROM maps WHERE id = $1`, 999).Scan(new(int64))
			}, store.ErrNotFound},
			"cancelled query": {func() error {
				return w.QueryRow(cancelled, `SELECT id FROM maps WHERE id = $1`, 1).Scan(new(int64))
			}, context.Canceled},
			"cancelled change": {func() error { _, err := w.Exec(cancelled, beat, "x", 1); return err }, context.Canceled},
			"late query":       {func() error { return w.Ping(late) }, context.DeadlineExceeded},
			"late change":      {func() error { _, err := w.Exec(late, beat, "x", 1); return err }, context.DeadlineExceeded},
		} {
			if err := test.do(); !errors.Is(err, test.want) {
				t.Errorf("%s: %v, want %v", name, err, test.want)
			}
		}
	})
}

func TestTxKeepsAllOrNothing(t *testing.T) {
	failure := errors.New("failure")
	each(t, func(t *testing.T, w world) {
		err := w.Tx(t.Context(), func(tx *store.Tx) error {
			if _, err := tx.Exec(t.Context(), beat, "x", 1); err != nil {
				return err
			}
			if n := w.beats(t); n != 0 {
				t.Error("others see a change that is not committed")
			}
			return failure
		})
		if !errors.Is(err, failure) || w.beats(t) != 0 {
			t.Errorf("after an error: %v, %d rows", err, w.beats(t))
		}
		n, err := w.Exec(t.Context(), beat, "x", 1)
		if err != nil || n != 1 || w.beats(t) != 1 {
			t.Errorf("a change touched %d rows, %v", n, err)
		}
	})
}

func TestTxRollsBackOnPanic(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		func() {
			defer func() {
				if recover() != "at the disco" {
					t.Error("the panic does not come through")
				}
			}()
			_ = w.Tx(t.Context(), func(tx *store.Tx) error {
				_, _ = tx.Exec(t.Context(), beat, "x", 1)
				panic("at the disco")
			})
		}()
		if _, err := w.Exec(t.Context(), beat, "y", 1); err != nil || w.beats(t) != 1 {
			t.Errorf("after a panic: %v, %d rows", err, w.beats(t))
		}
	})
}

func TestTxRollsBackWhenCancelled(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for name, last := range map[string]func(context.Context, *store.Tx) error{
			"before the end":       func(context.Context, *store.Tx) error { return nil },
			"before a statement":   func(ctx context.Context, tx *store.Tx) error { _, err := tx.Exec(ctx, beat, "y", 1); return err },
			"before a query":       func(ctx context.Context, tx *store.Tx) error { return tx.QueryRow(ctx, `SELECT 1`).Scan(new(int64)) },
			"and the caller waits": func(_ context.Context, tx *store.Tx) error { _, err := tx.Exec(t.Context(), beat, "y", 1); return err },
		} {
			ctx, cancel := context.WithCancel(t.Context())
			err := w.Tx(ctx, func(tx *store.Tx) error {
				if _, err := tx.Exec(ctx, beat, "x", 1); err != nil {
					return err
				}
				cancel()
				return last(ctx, tx)
			})
			if !errors.Is(err, context.Canceled) || w.beats(t) != 0 {
				t.Errorf("cancelled %s: %v, %d rows", name, err, w.beats(t))
			}
		}
		if _, err := w.Exec(t.Context(), beat, "x", 1); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

// A statement that is cancelled while it runs takes its transaction along and leaves the connection usable.
func TestCancelWhileRunning(t *testing.T) {
	const endless = `WITH RECURSIVE n(i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT count(*) ` +
		`FROM n`
	each(t, func(t *testing.T, w world) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		err := w.Tx(ctx, func(tx *store.Tx) error {
			if _, err := tx.Exec(ctx, beat, "x", 1); err != nil {
				return err
			}
			return tx.QueryRow(ctx, endless, 1).Scan(new(int64))
		})
		if !errors.Is(err, context.DeadlineExceeded) || w.beats(t) != 0 {
			t.Errorf("cancelled change: %v, %d rows", err, w.beats(t))
		}
		soon, end := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer end()
		if err := w.QueryRow(soon, endless, 1).Scan(new(int64)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("cancelled query: %v", err)
		}
		if _, err := w.Exec(t.Context(), beat, "x", 1); err != nil || w.beats(t) != 1 {
			t.Errorf("afterwards: %v, %d rows", err, w.beats(t))
		}
	})
}
