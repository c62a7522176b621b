package stored_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/outage"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
)

// TestFailedWrite: where a content cannot be written, nothing of its request stays.
func TestFailedWrite(t *testing.T) {
	each(t, plan{MaxUploads: 2, MaxBytes: 100}, func(t *testing.T, w *world) {
		broken := errors.New("no space left")
		written := 0
		w.shelf.before = func(string) error {
			if written++; written == 2 {
				return broken
			}
			return nil
		}
		if _, err := w.Store(t.Context(), w.scope, upload("a", "x"), upload("b", "y")); !errors.Is(err, broken) {
			t.Fatalf("error %v", err)
		}
		w.has(t)
		if keys := w.keys(t); len(keys) != 0 {
			t.Errorf("left behind: %q", keys)
		}
		w.keep(t, upload("c", "1"), upload("d", "2"))
	})
}

// TestClientGone: a request that ends while its contents are written leaves nothing behind.
func TestClientGone(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		ctx, cancel := context.WithCancel(t.Context())
		w.shelf.before = func(string) error {
			cancel()
			return nil
		}
		if _, err := w.Store(ctx, w.scope, upload("a", "x")); !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v", err)
		}
		w.has(t)
		if keys := w.keys(t); len(keys) != 0 {
			t.Errorf("left behind: %q", keys)
		}
	})
}

// crash ends storing a file behind the writing of its content.
func (w *world) crash(t *testing.T, file stored.File) {
	t.Helper()
	w.shelf.before = func(string) error { panic("crash") }
	defer func() {
		w.shelf.before = nil
		if recover() == nil {
			t.Error("no crash")
		}
	}()
	_, _ = w.Store(t.Context(), w.scope, file)
}

// TestCrash: what a crashed server was storing counts for as long as it could be running, and then goes.
func TestCrash(t *testing.T) {
	each(t, plan{MaxUploads: 1, MaxBytes: 100}, func(t *testing.T, w *world) {
		w.crash(t, upload("a", "x"))
		w.has(t)
		if _, err := w.Store(t.Context(), w.scope, upload("b", "y")); limitOf(t, err).Type != "stored_uploads" {
			t.Error("the draft does not count")
		}
		w.keep(t, upload("a", "x"))
		w.delete(t, "upload a")
		w.forward(time.Hour)
		w.keep(t, upload("b", "y"))
		if err := w.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.has(t, "upload b")
		if keys := w.keys(t); len(keys) != 1 {
			t.Errorf("contents %q", keys)
		}
	})
}

// TestSweepLeavesWhatIsBeingWritten: a content that another request is about to need is not deleted.
func TestSweepLeavesWhatIsBeingWritten(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		w.keep(t, upload("a", "x"))
		w.shelf.before = func(string) error {
			w.delete(t, "upload a") // and with it everything that nothing needs
			return w.Sweep(t.Context())
		}
		w.keep(t, upload("b", "x"))
		w.shelf.before = nil
		w.has(t, "upload b")
		if got := w.content(t, w.files(t, w.scope.UserID)["upload b"]); got != "x" {
			t.Errorf("content %q", got)
		}
	})
}

// TestContentsThatAreAway, or hang, are deleted later: the file of the user is gone at once.
func TestContentsThatAreAway(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		away := func(context.Context, string) error { return outage.ErrUnavailable }
		hanging := func(ctx context.Context, _ string) error {
			<-ctx.Done()
			return ctx.Err()
		}
		for _, deleting := range []func(context.Context, string) error{away, hanging} {
			w.keep(t, upload("a", "x"))
			w.shelf.deleting = deleting
			w.delete(t, "upload a")
			w.has(t)
			if keys := w.keys(t); len(keys) != 1 {
				t.Errorf("contents %q", keys)
			}
			w.shelf.deleting = nil
			if err := w.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if keys := w.keys(t); len(keys) != 0 {
				t.Errorf("contents %q are left", keys)
			}
		}
	})
}

// TestDeletingDuringASweep: a file that goes while its owner's drafts are swept leaves its content to the next sweep.
func TestDeletingDuringASweep(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		if !storetest.OnPostgres(t) {
			t.Skip("SQLite has one writer")
		}
		kept := w.keep(t, upload("a", "x"))
		w.crash(t, upload("b", "x"))
		w.crash(t, upload("c", "y"))
		w.forward(2 * time.Hour)
		w.shelf.deleting = func(ctx context.Context, key string) error { // of y: x is needed
			err := w.db.Tx(ctx, func(tx *store.Tx) error { return w.DropBatch(ctx, tx, w.scope.UserID, kept.ID()) })
			return errors.Join(err, w.shelf.Disk.Delete(ctx, key))
		}
		if err := w.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.shelf.deleting = nil
		w.has(t)
	})
}

// TestStoringAndDeletingAtOnce: however they meet, every file has its content and every content its file.
func TestStoringAndDeletingAtOnce(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		var all sync.WaitGroup
		for _, name := range []string{"a", "b", "c"} {
			all.Go(func() {
				for range 8 {
					w.keep(t, upload(name, "the same"))
					file := w.files(t, w.scope.UserID)["upload "+name]
					if got := w.content(t, file); got != "the same" {
						t.Errorf("%s holds %q", name, got)
					}
					if err := w.Delete(t.Context(), w.scope.UserID, file.SID); err != nil && !errors.Is(err, store.ErrNotFound) {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		w.has(t)
		if keys := w.keys(t); len(keys) != 0 {
			t.Errorf("left behind: %q", keys)
		}
	})
}
