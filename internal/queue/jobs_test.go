package queue_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

func TestAJobRuns(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		given := make(chan queue.Job, 1)
		h := newWork(func(_ context.Context, job queue.Job, progress func(int, int, say.Message)) error {
			given <- job
			progress(1, 2, outcome.File("a.xml"))
			time.Sleep(3 * time.Second)
			progress(2, 2, outcome.File("b.xml"))
			return nil
		})
		sid := o.add(t)
		o.expectState(t, sid, queue.Queued)
		defer o.start(t, h)()
		time.Sleep(2500 * time.Millisecond)
		if job := o.read(t,
			sid); job.State != queue.Running || job.Done != 1 || job.Total != 2 || job.What.Sentence() != "a.xml" || job.StartedAt == nil ||
			job.Result != "{}" {
			t.Errorf("in the middle: %+v", job)
		}
		time.Sleep(3 * time.Second)
		job := o.read(t, sid)
		if job.State != queue.Done || job.Done != 2 || job.What.Sentence() != "b.xml" || job.Result != `{"files":[]}` || job.Error != nil ||
			job.FinishedAt == nil {
			t.Errorf("in the end: %+v", job)
		}
		if got := <-given; got.SID != sid || got.UserID != o.scope.UserID || got.InstanceID != o.scope.InstanceID ||
			string(got.Payload) != `{"n":1}` {
			t.Errorf("the handler got %+v", got)
		}
		h.expect(t, sid, 1, 1)
	})
}

func TestAUserHasSoManyJobs(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o, other := newOwner(t, db), newOwner(t, db)
		results := make(chan error, 20)
		for range cap(results) {
			go func() {
				_, err := o.Add(t.Context(), o.job(), prepared)
				results <- err
			}()
		}
		added := 0
		for range cap(results) {
			switch err := <-results; {
			case err == nil:
				added++
			case !errors.Is(err, queue.ErrTooMany):
				t.Error(err)
			}
		}
		if added != queue.MaxWaiting {
			t.Errorf("%d jobs were taken, want %d", added, queue.MaxWaiting)
		}
		other.add(t)
		stop := o.start(t, newWork(nothing))
		time.Sleep(10 * time.Second)
		stop()
		o.add(t)
	})
}

func TestFailures(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		tests := []struct {
			run      func() error
			says     string
			attempts int
		}{
			{func() error { return queue.Failure(say.Plain("The files are gone.")) }, "The files are gone.", 1},
			{func() error { return fmt.Errorf("wrapped: %w", queue.Failure(say.Plain("Gone."))) }, "Gone.", 1},
			{func() error { return errors.New("connection refused by 10.0.0.1") }, "failed several times", 3},
			{func() error { panic("out of cheese") }, "failed several times", 3},
		}
		for _, test := range tests {
			h := newWork(func(context.Context, queue.Job, func(int, int, say.Message)) error { return test.run() })
			sid := o.add(t)
			stop := o.start(t, h)
			time.Sleep(time.Minute)
			stop()
			o.expectFailure(t, sid, test.says)
			h.expect(t, sid, test.attempts, 1)
		}
	})
}

// TestAJobThatKillsItsWorkersEnds: the process dies before it can say so.
func TestAJobThatKillsItsWorkersEnds(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		if _, err := db.Exec(t.Context(), `UPDATE jobs SET state = 'running', claim = 'dead', attempts = 3 WHERE sid = $1`, sid); err != nil {
			t.Fatal(err)
		}
		h := newWork(nothing)
		defer o.start(t, h)()
		time.Sleep(2 * time.Second)
		o.expectFailure(t, sid, "failed several times")
		h.expect(t, sid, 0, 1)
	})
}

// TestWhatBelongsToAJobIsThereBeforeItRuns looks at the time while it is put aside.
func TestWhatBelongsToAJobIsThereBeforeItRuns(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		h := newWork(nothing)
		defer o.start(t, h)()
		sid, err := o.Add(t.Context(), o.job(), func(_ context.Context, sid string) error {
			time.Sleep(time.Minute)
			o.expectState(t, sid, queue.Queued)
			return nil
		})
		if begun, _ := h.done(sid); err != nil || begun != 0 {
			t.Errorf("error %v, begun %d times while it was made", err, begun)
		}
		time.Sleep(2 * time.Second)
		o.expectState(t, sid, queue.Done)
		full := errors.New("disk full")
		if _, err := o.Add(t.Context(), o.job(), func(context.Context, string) error { return full }); !errors.Is(err, full) {
			t.Errorf("error %v", err)
		}
		var n int
		if err := db.QueryRow(t.Context(), `SELECT count(*) FROM jobs`).Scan(&n); err != nil || n != 1 {
			t.Errorf("%d jobs (%v), want only the first", n, err)
		}
	})
}

func TestJobsOfADeletedInstance(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		if err := db.DeleteInstance(t.Context(), o.scope.UserID, o.sid); err != nil {
			t.Fatal(err)
		}
		h := newWork(nothing)
		defer o.start(t, h)()
		time.Sleep(time.Hour + 10*time.Second)
		if begun, cleared := h.done(sid); begun != 0 || cleared == 0 {
			t.Errorf("begun %d times, cleared %d times", begun, cleared)
		}
		if _, err := o.Progress(t.Context(), o.scope.UserID, sid); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the job: %v", err)
		}
	})
}

func TestOldJobsGo(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		old, waiting := o.add(t), ""
		h := newWork(nothing)
		stop := o.start(t, h)
		time.Sleep(time.Second)
		stop()
		time.Sleep(queue.KeptFor - time.Minute)
		waiting = o.add(t)
		stop = o.start(t, newWork(func(ctx context.Context, _ queue.Job, _ func(int, int, say.Message)) error {
			<-ctx.Done()
			return ctx.Err()
		}))
		time.Sleep(time.Second)
		stop()
		o.expectState(t, old, queue.Done)
		time.Sleep(2 * queue.KeptFor)
		stop = o.start(t, newWork(func(ctx context.Context, _ queue.Job, _ func(int, int, say.Message)) error {
			<-ctx.Done()
			return ctx.Err()
		}))
		time.Sleep(time.Second)
		stop()
		if _, err := o.Progress(t.Context(), o.scope.UserID, old); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the old job: %v", err)
		}
		o.expectState(t, waiting, queue.Queued)
	})
}

func TestPayloadsAreKeptAsTheyAre(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		job := o.job()
		job.Payload, _ = json.Marshal(map[string]string{"a": "\x00 ä \U0001f600 <>"})
		if _, err := o.Add(t.Context(), job, prepared); err != nil {
			t.Fatal(err)
		}
		given := make(chan string, 1)
		defer o.start(t, newWork(func(_ context.Context, job queue.Job, _ func(int, int, say.Message)) error {
			given <- string(job.Payload)
			return nil
		}))()
		if got := <-given; got != string(job.Payload) {
			t.Errorf("%s, want %s", got, job.Payload)
		}
	})
}
