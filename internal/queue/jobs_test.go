package queue_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// work is a handler that does what a test says.
type work struct {
	mu      sync.Mutex
	run     func(ctx context.Context, job queue.Job, progress func(done, total int, what string)) error
	begun   []string // sids, in the order in which jobs were begun
	cleared map[string]int
}

func newWork(run func(context.Context, queue.Job, func(int, int, string)) error) *work {
	return &work{run: run, cleared: map[string]int{}}
}

func (w *work) Run(ctx context.Context, job queue.Job, progress func(done, total int, what string)) ([]byte, error) {
	w.mu.Lock()
	w.begun = append(w.begun, job.SID)
	w.mu.Unlock()
	return []byte(`{"files":[]}`), w.run(ctx, job, progress)
}

func (w *work) Clear(_ context.Context, job queue.Job) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cleared[job.SID]++
	return nil
}

// done tells how many jobs were begun, and how often what belongs to one was cleared.
func (w *work) done(sid string) (begun, cleared int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.begun), w.cleared[sid]
}

func (w *work) expect(t *testing.T, sid string, begun, cleared int) {
	t.Helper()
	if b, c := w.done(sid); b != begun || c != cleared {
		t.Errorf("begun %d times, cleared %d times, want %d and %d", b, c, begun, cleared)
	}
}

func nothing(context.Context, queue.Job, func(int, int, string)) error { return nil }

// owner is a user with an instance and jobs.
type owner struct {
	*queue.Jobs
	db    *store.DB
	scope store.Scope
	sid   string // of the instance
}

func newOwner(t *testing.T, db *store.DB) owner {
	t.Helper()
	scope, sid := storetest.Instance(t, db, storetest.User(t, db))
	return owner{queue.NewJobs(db, nil), db, scope, sid}
}

func prepared(context.Context, string) error { return nil }

func (o owner) add(t *testing.T) string {
	t.Helper()
	sid, err := o.Add(t.Context(), o.job(), prepared)
	if err != nil {
		t.Fatal(err)
	}
	return sid
}

func (o owner) job() queue.Job {
	return queue.Job{UserID: o.scope.UserID, InstanceID: o.scope.InstanceID, Kind: "work", Payload: []byte(`{"n":1}`)}
}

// start runs a worker as a process of its own would.
func (o owner) start(t *testing.T, h queue.Handler) (stop func()) {
	t.Helper()
	w := queue.New(o.db, slog.New(slog.DiscardHandler), "default")
	w.Handle(queue.NewJobs(o.db, nil), "work", h)
	return start(t, w)
}

func (o owner) read(t *testing.T, sid string) (job record.Job) {
	t.Helper()
	row, err := o.db.Get(t.Context(), record.Jobs, store.Scope{UserID: o.scope.UserID}, sid)
	if err != nil {
		t.Fatal(err)
	}
	record.Jobs.Decode(row, &job)
	return job
}

func (o owner) expectState(t *testing.T, sid, want string) {
	t.Helper()
	if got := o.read(t, sid).State; got != want {
		t.Errorf("state %s, want %s", got, want)
	}
}

func (o owner) expectFailure(t *testing.T, sid, want string) {
	t.Helper()
	job := o.read(t, sid)
	if job.State != queue.Failed || job.Error == nil || !strings.Contains(*job.Error, want) || job.Result != "{}" || job.FinishedAt == nil {
		t.Errorf("%+v, want a failure that says %q", job, want)
	}
}

func TestAJobRuns(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		given := make(chan queue.Job, 1)
		h := newWork(func(_ context.Context, job queue.Job, progress func(int, int, string)) error {
			given <- job
			progress(1, 2, "a.xml")
			time.Sleep(3 * time.Second)
			progress(2, 2, "b.xml")
			return nil
		})
		defer o.start(t, h)()
		sid := o.add(t)
		o.expectState(t, sid, queue.Queued)
		time.Sleep(2500 * time.Millisecond)
		if job := o.read(t, sid); job.State != queue.Running || job.Done != 1 || job.Total != 2 || job.What != "a.xml" || job.StartedAt == nil || job.Result != "{}" {
			t.Errorf("in the middle: %+v", job)
		}
		time.Sleep(3 * time.Second)
		job := o.read(t, sid)
		if job.State != queue.Done || job.Done != 2 || job.What != "b.xml" || job.Result != `{"files":[]}` || job.Error != nil || job.FinishedAt == nil {
			t.Errorf("in the end: %+v", job)
		}
		if got := <-given; got.SID != sid || got.UserID != o.scope.UserID || got.InstanceID != o.scope.InstanceID || string(got.Payload) != `{"n":1}` {
			t.Errorf("the handler got %+v", got)
		}
		h.expect(t, sid, 1, 1)
	})
}

// TestAJobSurvivesARestart stops a worker in the middle of a job; the next one does it again.
func TestAJobSurvivesARestart(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		var begun []bool
		h := newWork(func(ctx context.Context, job queue.Job, progress func(int, int, string)) error {
			begun = append(begun, job.Begun)
			progress(1, 2, "a.xml")
			<-ctx.Done()
			return ctx.Err()
		})
		for range 5 { // a restart is no failure, however often it comes
			stop := o.start(t, h)
			time.Sleep(2 * time.Second)
			o.expectState(t, sid, queue.Running)
			stop()
			o.expectState(t, sid, queue.Queued)
		}
		h.expect(t, sid, 5, 0)
		if !slices.Equal(begun, []bool{false, true, true, true, true}) {
			t.Errorf("attempts were told %v", begun)
		}
		second := newWork(nothing)
		defer o.start(t, second)()
		time.Sleep(2 * time.Second)
		o.expectState(t, sid, queue.Done)
		second.expect(t, sid, 1, 1)
	})
}

// TestAJobOfADeadWorkerIsTakenUp: nobody gave the job back, so that only its lease tells.
func TestAJobOfADeadWorkerIsTakenUp(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		const dead = `UPDATE jobs SET state = 'running', claim = 'dead', attempts = 1, lease_until = $1 WHERE sid = $2`
		if _, err := db.Exec(t.Context(), dead, time.Now().Add(time.Minute).UnixMicro(), sid); err != nil {
			t.Fatal(err)
		}
		defer o.start(t, newWork(nothing))()
		time.Sleep(55 * time.Second)
		o.expectState(t, sid, queue.Running)
		time.Sleep(10 * time.Second)
		o.expectState(t, sid, queue.Done)
	})
}

// TestALeaseFromTheFutureIsNotBelieved: the clock was ahead when it was given. Those that a worker really gives are.
func TestALeaseFromTheFutureIsNotBelieved(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		for _, test := range []struct {
			state    string
			ahead    time.Duration
			believed bool
		}{
			{queue.Running, 59 * time.Second, true},
			{queue.Running, time.Minute + 30*time.Second, true}, // the other server's clock is half a minute ahead
			{queue.Running, 3 * time.Minute, false},
			{queue.Running, 24 * time.Hour, false},
			{queue.Queued, 5 * time.Minute, true},
			{queue.Queued, 11 * time.Minute, false},
			{queue.Queued, 24 * time.Hour, false},
		} {
			o := newOwner(t, db)
			sid := o.add(t)
			const given = `UPDATE jobs SET state = $1, claim = 'other', lease_until = $2 WHERE sid = $3`
			if _, err := db.Exec(t.Context(), given, test.state, time.Now().Add(test.ahead).UnixMicro(), sid); err != nil {
				t.Fatal(err)
			}
			stop := o.start(t, newWork(nothing))
			time.Sleep(2 * time.Second)
			stop()
			want := map[bool]string{true: test.state, false: queue.Done}[test.believed]
			o.expectState(t, sid, want)
			if _, err := db.Exec(t.Context(), `DELETE FROM jobs`); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestJobsAreTakenBack(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		const dead = `UPDATE jobs SET state = 'running', claim = 'dead', attempts = 1, lease_until = $1 WHERE sid = $2`
		if _, err := db.Exec(t.Context(), dead, time.Now().Add(time.Minute).UnixMicro(), sid); err != nil {
			t.Fatal(err)
		}
		if err := o.TakeBack(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer o.start(t, newWork(nothing))()
		time.Sleep(2 * time.Second)
		o.expectState(t, sid, queue.Done)
	})
}

// TestAWorkerThatLostItsJobStops: what it would report no longer counts.
func TestAWorkerThatLostItsJobStops(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		cut := make(chan error, 1)
		defer o.start(t, newWork(func(ctx context.Context, _ queue.Job, _ func(int, int, string)) error {
			<-ctx.Done()
			cut <- ctx.Err()
			return nil
		}))()
		time.Sleep(2 * time.Second)
		const taken = `UPDATE jobs SET claim = 'other', lease_until = $1 WHERE sid = $2`
		if _, err := db.Exec(t.Context(), taken, time.Now().Add(time.Minute).UnixMicro(), sid); err != nil {
			t.Fatal(err)
		}
		time.Sleep(30 * time.Second)
		if err := <-cut; !errors.Is(err, context.Canceled) {
			t.Errorf("the first worker was stopped by %v", err)
		}
		o.expectState(t, sid, queue.Running)
	})
}

// TestALongJobKeepsItsLease runs longer than a lease while another worker looks for work.
func TestALongJobKeepsItsLease(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		h := newWork(func(ctx context.Context, _ queue.Job, _ func(int, int, string)) error {
			select {
			case <-time.After(5 * time.Minute):
			case <-ctx.Done():
			}
			return ctx.Err()
		})
		defer o.start(t, h)()
		defer o.start(t, h)()
		time.Sleep(6 * time.Minute)
		o.expectState(t, sid, queue.Done)
		h.expect(t, sid, 1, 1)
	})
}

func TestWorkersShareTheJobs(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		var all []string
		var last owner
		for range 8 {
			last = newOwner(t, db)
			for range queue.MaxWaiting {
				all = append(all, last.add(t))
			}
		}
		h := newWork(func(context.Context, queue.Job, func(int, int, string)) error {
			time.Sleep(10 * time.Millisecond)
			return nil
		})
		stops := []func(){last.start(t, h), last.start(t, h), last.start(t, h)}
		time.Sleep(time.Minute)
		for _, stop := range stops {
			stop()
		}
		slices.Sort(all)
		slices.Sort(h.begun)
		if !slices.Equal(all, h.begun) {
			t.Errorf("%d jobs were begun %d times", len(all), len(h.begun))
		}
		var left int
		if err := db.QueryRow(t.Context(), `SELECT count(*) FROM jobs WHERE state <> 'done'`).Scan(&left); err != nil || left != 0 {
			t.Errorf("%d jobs are left (%v)", left, err)
		}
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
			{func() error { return queue.Failure("The files are gone.") }, "The files are gone.", 1},
			{func() error { return fmt.Errorf("wrapped: %w", queue.Failure("Gone.")) }, "Gone.", 1},
			{func() error { return errors.New("connection refused by 10.0.0.1") }, "failed several times", 3},
			{func() error { panic("out of cheese") }, "failed several times", 3},
		}
		for _, test := range tests {
			h := newWork(func(context.Context, queue.Job, func(int, int, string)) error { return test.run() })
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
		stop = o.start(t, newWork(func(ctx context.Context, _ queue.Job, _ func(int, int, string)) error {
			<-ctx.Done()
			return ctx.Err()
		}))
		time.Sleep(time.Second)
		stop()
		o.expectState(t, old, queue.Done)
		time.Sleep(2 * queue.KeptFor)
		stop = o.start(t, newWork(func(ctx context.Context, _ queue.Job, _ func(int, int, string)) error {
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
		defer o.start(t, newWork(func(_ context.Context, _ queue.Job, progress func(int, int, string)) error {
			time.Sleep(20 * time.Second)
			progress(1, 1, "a.xml")
			time.Sleep(2 * time.Second)
			return nil
		}))()
		if err := o.Watch(t.Context(), o.scope.UserID, sid, &w); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(slices.DeleteFunc(w.heard, func(s string) bool { return s == "queued 0 " }), ", "); got != "running 0 , quiet, running 1 a.xml, done 1 a.xml" {
			t.Error(got)
		}
		if err := o.Watch(t.Context(), newOwner(t, db).scope.UserID, sid, &w); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("somebody else: %v", err)
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
		defer o.start(t, newWork(func(_ context.Context, job queue.Job, _ func(int, int, string)) error {
			given <- string(job.Payload)
			return nil
		}))()
		if got := <-given; got != string(job.Payload) {
			t.Errorf("%s, want %s", got, job.Payload)
		}
	})
}
