package queue_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// told is a watcher that remembers.
type told struct {
	mu    sync.Mutex
	heard []string
}

func (w *told) Changed(p queue.Progress) error {
	return w.add(fmt.Sprint(p.State, " ", p.Done, " ", p.What))
}
func (w *told) Quiet() error { return w.add("quiet") }

func (w *told) add(text string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heard = append(w.heard, text)
	return nil
}

func TestWatch(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		var w told
		defer o.start(t, newWork(func(_ context.Context, _ queue.Job, progress func(int, int, say.Message)) error {
			time.Sleep(20 * time.Second)
			progress(1, 1, outcome.File("a.xml"))
			time.Sleep(2 * time.Second)
			return nil
		}))()
		if err := o.Watch(t.Context(), o.scope.UserID, sid, &w); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(slices.DeleteFunc(w.heard, func(s string) bool { return s == "queued 0 " }),
			", "); got != "running 0 , quiet, running 1 a.xml, done 1 a.xml" {
			t.Error(got)
		}
		if err := o.Watch(t.Context(), newOwner(t, db).scope.UserID, sid, &w); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("someone else: %v", err)
		}
	})
}

func TestWatchesEnd(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		ctx, leave := context.WithCancel(t.Context())
		stopping := make(chan struct{})
		jobs := queue.NewJobs(db, stopping)
		results := make(chan error, 8)
		for i := range cap(results) {
			go func() {
				own := t.Context()
				if i == 0 {
					own = ctx
				}
				results <- jobs.Watch(own, o.scope.UserID, sid, new(told))
			}()
		}
		synctest.Wait()
		time.Sleep(time.Minute)
		if err := jobs.Watch(t.Context(), o.scope.UserID, sid, new(told)); !errors.Is(err, queue.ErrTooMany) {
			t.Errorf("the ninth: %v", err)
		}
		leave()
		if err := <-results; !errors.Is(err, context.Canceled) {
			t.Errorf("a client that leaves: %v", err)
		}
		close(stopping)
		for range cap(results) - 1 {
			if err := <-results; err != nil {
				t.Errorf("when the service stops: %v", err)
			}
		}
		if err := jobs.Watch(t.Context(), o.scope.UserID, sid, new(told)); err != nil {
			t.Errorf("after all have ended: %v", err)
		}
	})
}
