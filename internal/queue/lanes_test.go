package queue_test

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// crowd counts the jobs that run at once, which take a minute each.
type crowd struct {
	mu            sync.Mutex
	running, most int
	begun         []string
}

func (c *crowd) add(n int, sid string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running += n; n > 0 {
		c.begun = append(c.begun, sid)
	}
	c.most = max(c.most, c.running)
}

func (c *crowd) Run(ctx context.Context, job queue.Job, _ func(int, int, say.Message)) ([]byte, error) {
	c.add(1, job.SID)
	defer c.add(-1, "")
	select {
	case <-time.After(time.Minute):
	case <-ctx.Done():
	}
	return nil, ctx.Err()
}

func (c *crowd) Clear(context.Context, queue.Job) error { return nil }

func (c *crowd) counts() (running, most int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.running, c.most
}

// startBoth runs a worker of jobs of the kinds work and remote, as a process of its own would.
func (o owner) startBoth(t *testing.T, work, remote queue.Handler) (stop func()) {
	t.Helper()
	w, jobs := queue.New(o.db, slog.New(slog.DiscardHandler), "default"), queue.NewJobs(o.db, nil)
	w.Handle(jobs, "work", access.Read, work)
	w.HandleRemote(jobs, "remote", access.Read, remote)
	return start(t, w)
}

func (o owner) addRemote(t *testing.T) string {
	t.Helper()
	job := o.job()
	job.Kind = "remote"
	sid, err := o.Add(t.Context(), job, prepared)
	if err != nil {
		t.Fatal(err)
	}
	return sid
}

// TestJobsRunSideBySide: four of those that compute and eight of those that wait for other machines, of different accounts.
func TestJobsRunSideBySide(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		var last owner
		for range 12 {
			last = newOwner(t, db)
			last.add(t)
			last.addRemote(t)
		}
		work, remote := new(crowd), new(crowd)
		stop := last.startBoth(t, work, remote)
		time.Sleep(2 * time.Second)
		for name, want := range map[*crowd]int{work: 4, remote: 8} {
			if running, _ := name.counts(); running != want {
				t.Errorf("%d run at once, want %d", running, want)
			}
		}
		time.Sleep(4 * time.Minute)
		stop()
		for name, want := range map[*crowd]int{work: 4, remote: 8} {
			if _, most := name.counts(); most != want || len(name.begun) != 12 {
				t.Errorf("%d of 12 were begun, at most %d at once, want %d", len(name.begun), most, want)
			}
		}
	})
}

// TestOneAccountLeavesHalfOfTheTurns to others, whatever it has queued, and on each server.
func TestOneAccountLeavesHalfOfTheTurns(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		first, second := newOwner(t, db), newOwner(t, db)
		for range queue.MaxWaiting {
			for _, o := range []*owner{&first, &second} {
				o.scope, o.sid = storetest.Instance(t, db, o.scope.UserID)
			}
			first.add(t)
			second.addRemote(t)
		}
		work, remote := new(crowd), new(crowd)
		defer first.startBoth(t, work, remote)()
		time.Sleep(2 * time.Second)
		for name, want := range map[*crowd]int{work: 2, remote: 4} {
			if running, _ := name.counts(); running != want {
				t.Errorf("%d of one account run at once, want %d", running, want)
			}
		}
		other := newOwner(t, db)
		sids := []string{other.add(t), other.addRemote(t)}
		time.Sleep(2 * time.Second)
		for _, sid := range sids {
			other.expectState(t, sid, queue.Running)
		}
	})
}

// TestWhoHasLeastRunningIsNext and not who has queued first: otherwise two others would have all turns here.
func TestWhoHasLeastRunningIsNext(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		for range 2 {
			busy := newOwner(t, db)
			for range 3 {
				busy.scope, busy.sid = storetest.Instance(t, db, busy.scope.UserID)
				busy.add(t)
			}
		}
		idle := newOwner(t, db)
		last := idle.add(t)
		defer idle.start(t, new(crowd))()
		time.Sleep(2 * time.Second)
		idle.expectState(t, last, queue.Running)
	})
}

// TestWaitingForOtherMachinesHoldsNothingBack: however many deliveries wait, an import begins at once, even of the same instance.
func TestWaitingForOtherMachinesHoldsNothingBack(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		for range 8 {
			newOwner(t, db).addRemote(t)
		}
		o := newOwner(t, db)
		o.addRemote(t)
		defer o.startBoth(t, newWork(nothing), new(crowd))()
		time.Sleep(2 * time.Second)
		sid := o.add(t)
		time.Sleep(2 * time.Second)
		o.expectState(t, sid, queue.Done)
	})
}

// TestJobsOfAnInstanceKeepTheirOrder, whichever process takes them, and after a failure of the service too.
func TestJobsOfAnInstanceKeepTheirOrder(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		other := o
		other.scope, other.sid = storetest.Instance(t, db, o.scope.UserID)
		want := []string{o.addRemote(t), o.addRemote(t), o.addRemote(t)}
		beside := other.addRemote(t)
		remote := new(crowd)
		stops := []func(){o.startBoth(t, newWork(nothing), remote), o.startBoth(t, newWork(nothing), remote)}
		time.Sleep(30 * time.Second)
		o.expectState(t, want[0], queue.Running)
		o.expectState(t, want[1], queue.Queued)
		o.expectState(t, beside, queue.Running)
		time.Sleep(4 * time.Minute)
		for _, stop := range stops {
			stop()
		}
		order := slices.DeleteFunc(remote.begun, func(sid string) bool { return sid == beside })
		if !slices.Equal(order, want) {
			t.Errorf("begun as %v, want %v", order, want)
		}
	})
}

// TestJobsSideBySideStop: all of them are interrupted, and go back to the queue.
func TestJobsSideBySideStop(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		var owners []owner
		var sids []string
		for range 3 {
			o := newOwner(t, db)
			owners, sids = append(owners, o), append(sids, o.addRemote(t))
		}
		stop := owners[0].startBoth(t, newWork(nothing), new(crowd))
		time.Sleep(5 * time.Second)
		began := time.Now()
		stop()
		if took := time.Since(began); took > time.Second {
			t.Errorf("stopping took %v", took)
		}
		for i, o := range owners {
			o.expectState(t, sids[i], queue.Queued)
		}
	})
}

func TestAwait(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		defer o.startBoth(t, newWork(nothing), new(crowd))()
		quick, slow := o.add(t), o.addRemote(t)
		began := time.Now()
		if err := o.Await(t.Context(), o.scope.UserID, quick); err != nil || time.Since(began) > 1500*time.Millisecond {
			t.Errorf("a quick job: %v after %v", err, time.Since(began))
		}
		o.expectState(t, quick, queue.Done)
		began = time.Now()
		if err := o.Await(t.Context(), o.scope.UserID, slow); err != nil || time.Since(began) != 2*time.Second {
			t.Errorf("a slow job: %v after %v", err, time.Since(began))
		}
	})
}

// TestAJobIsTakenAtOnceByAnotherProcess that is told of it.
func TestAJobIsTakenAtOnceByAnotherProcess(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o := newOwner(t, db)
		w, jobs := queue.New(o.db, slog.New(slog.DiscardHandler), "default"), queue.NewJobs(o.db, nil)
		w.Handle(jobs, "work", access.Read, newWork(nothing))
		defer start(t, w)()
		time.Sleep(2500 * time.Millisecond) // it has looked half a second ago
		o.OnQueued(jobs.LookAgain)
		sid := o.add(t)
		time.Sleep(time.Millisecond)
		o.expectState(t, sid, queue.Done)
	})
}
