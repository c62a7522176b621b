package queue_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/queue"
	"quartermaster/internal/store"
)

// TestOneProcessRunsATaskForAll: the first of two, and once that is gone for good the other.
func TestOneProcessRunsATaskForAll(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		var runs [2]atomic.Int64
		var stops [2]func()
		for i, name := range []string{"first", "second"} {
			w := queue.New(db, slog.New(slog.DiscardHandler), name)
			w.EveryAlone(10*time.Second, "counted", func(context.Context) error { runs[i].Add(1); return nil })
			w.Beat(t.Context())
			stops[i] = start(t, w)
		}
		defer stops[1]()
		time.Sleep(time.Minute + time.Second)
		if first, second := runs[0].Load(), runs[1].Load(); first < 6 || second > 1 { // the second may beat before the first has
			t.Errorf("the first ran %d times, the second %d", first, second)
		}
		stops[0]()
		before := runs[1].Load()
		time.Sleep(queue.MaxAge + time.Minute)
		if n := runs[1].Load() - before; n < 6 {
			t.Errorf("after the first had ended, the second ran %d times", n)
		}
	})
}
