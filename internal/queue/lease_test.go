package queue_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// TestAJobSurvivesARestart stops a worker in the middle of a job; the next one does it again.
func TestAJobSurvivesARestart(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		sid := o.add(t)
		var begun []bool
		h := newWork(func(ctx context.Context, job queue.Job, progress func(int, int, say.Message)) error {
			begun = append(begun, job.Begun)
			progress(1, 2, outcome.File("a.xml"))
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

// TestAJobThatIsBeingPrepared is nobody's for as long as that takes. When its process dies, it is taken up within a minute.
func TestAJobThatIsBeingPrepared(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		h := newWork(nothing)
		defer o.start(t, h)()
		var sid string
		_, err := o.Add(t.Context(), o.job(), func(_ context.Context, made string) error {
			sid = made
			time.Sleep(3 * time.Minute)
			h.expect(t, sid, 0, 0)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		o.expectState(t, sid, queue.Done)

		ctx, die := context.WithCancel(t.Context())
		go func() {
			_, _ = o.Add(ctx, o.job(), func(context.Context, string) error { die(); <-t.Context().Done(); return t.Context().Err() })
		}()
		<-ctx.Done()
		time.Sleep(time.Minute)
		if begun, _ := h.done(sid); begun != 2 {
			t.Errorf("%d jobs were begun, want 2", begun)
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
		defer o.start(t, newWork(func(ctx context.Context, _ queue.Job, _ func(int, int, say.Message)) error {
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
		h := newWork(func(ctx context.Context, _ queue.Job, _ func(int, int, say.Message)) error {
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
		h := newWork(func(context.Context, queue.Job, func(int, int, say.Message)) error {
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
