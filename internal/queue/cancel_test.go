package queue_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// waiting is a handler that works until it is stopped and keeps the reason.
func waiting(cause chan<- error) *work {
	return newWork(func(ctx context.Context, _ queue.Job, progress func(int, int, say.Message)) error {
		progress(1, 2, outcome.File("a.xml"))
		<-ctx.Done()
		cause <- context.Cause(ctx)
		return ctx.Err()
	})
}

func (o owner) cancel(t *testing.T, sid string) *queue.Job {
	t.Helper()
	ended, err := o.Cancel(t.Context(), o.scope.UserID, sid, nil)
	if err != nil {
		t.Fatal(err)
	}
	return ended
}

func TestAWaitingJobIsCancelledAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		ended := o.cancel(t, sid)
		if ended == nil || ended.SID != sid || string(ended.Payload) != `{"n":1}` || ended.Begun {
			t.Errorf("it was %+v", ended)
		}
		if job := o.read(t,
			sid); job.State != queue.Cancelled || job.Error != nil || job.Result != "{}" || job.StartedAt != nil || job.FinishedAt == nil {
			t.Errorf("%+v", job)
		}
		if o.cancel(t, sid) != nil {
			t.Error("it ended twice")
		}
		h := newWork(nothing)
		defer o.start(t, h)()
		time.Sleep(5 * time.Second)
		h.expect(t, sid, 0, 0)
		for range queue.MaxWaiting {
			o.add(t)
		}
	})
}

func TestARunningJobIsCancelled(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid, cause := o.add(t), make(chan error, 1)
		h := waiting(cause)
		defer o.start(t, h)()
		time.Sleep(2 * time.Second)
		if o.cancel(t, sid) != nil {
			t.Error("it ended without its worker")
		}
		time.Sleep(time.Second)
		if err := <-cause; !errors.Is(err, queue.ErrCancelled) {
			t.Errorf("the handler was stopped by %v", err)
		}
		if job := o.read(t,
			sid); job.State != queue.Cancelled || job.Error != nil || job.Result != `{"files":[]}` || job.Done != 1 || job.FinishedAt == nil {
			t.Errorf("%+v", job)
		}
		h.expect(t, sid, 1, 1)
	})
}

// TestAJobThatKeepsOthersFromWritingIsCancelled: a dry run on SQLite holds the only connection that writes.
func TestAJobThatKeepsOthersFromWritingIsCancelled(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		w := queue.New(db, slog.New(slog.DiscardHandler), "default")
		w.Handle(o.Jobs, "work", access.Read, newWork(func(ctx context.Context, _ queue.Job, _ func(int, int, say.Message)) error {
			return db.Tx(ctx, func(*store.Tx) error {
				<-ctx.Done()
				return ctx.Err()
			})
		}))
		defer start(t, w)()
		sid := o.add(t)
		time.Sleep(2 * time.Second)
		o.cancel(t, sid)
		time.Sleep(time.Second)
		o.expectState(t, sid, queue.Cancelled)
	})
}

// TestACancelledJobIsNotBegunAgain: its worker has died, or was stopped before it saw that the job was cancelled.
func TestACancelledJobIsNotBegunAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid, cause := o.add(t), make(chan error, 1)
		stop := o.start(t, waiting(cause))
		time.Sleep(2 * time.Second)
		stop()
		if ended := o.cancel(t, sid); ended == nil || !ended.Begun {
			t.Errorf("it was %+v", ended)
		}
		dead := o.add(t)
		if _, err := db.Exec(t.Context(), `UPDATE jobs SET state = 'running', claim = 'dead', lease_until = $1 WHERE sid = $2`,
			time.Now().Add(time.Minute).UnixMicro(), dead); err != nil {
			t.Fatal(err)
		}
		o.cancel(t, dead)
		h := newWork(nothing)
		defer o.start(t, h)()
		time.Sleep(65 * time.Second)
		o.expectState(t, dead, queue.Cancelled)
		h.expect(t, dead, 0, 1)
	})
}

func TestCancelRefuses(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o, other := newOwner(t, db), newOwner(t, db)
		sid := o.add(t)
		for _, user := range []int64{other.scope.UserID, 0} {
			if _, err := o.Cancel(t.Context(), user, sid, nil); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("user %d: %v", user, err)
			}
		}
		o.expectState(t, sid, queue.Queued)
		stop := o.start(t, newWork(nothing))
		time.Sleep(2 * time.Second)
		stop()
		if _, err := o.Cancel(t.Context(), o.scope.UserID, sid, nil); !errors.Is(err, queue.ErrEnded) {
			t.Errorf("a job that is done: %v", err)
		}
		o.expectState(t, sid, queue.Done)
	})
}
