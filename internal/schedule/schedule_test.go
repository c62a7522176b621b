package schedule

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// clock is a time that a test moves.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

// owner is a user with an instance that has a schedule.
type owner struct {
	db    *store.DB
	scope store.Scope
	sid   string // of the schedule
}

func newOwner(t *testing.T, db *store.DB, values record.Values) owner {
	t.Helper()
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	if values["what"] == nil {
		values["what"] = record.ScheduledLists
	}
	row, err := db.Create(t.Context(), record.Schedules, scope, values)
	if err != nil {
		t.Fatal(err)
	}
	return owner{db, scope, record.Schedules.SID(row)}
}

// schedule returns the schedule as it is stored.
func (o owner) schedule(t *testing.T) (s record.Schedule) {
	t.Helper()
	row, err := o.db.Get(t.Context(), record.Schedules, o.scope, o.sid)
	if err != nil {
		t.Fatal(err)
	}
	record.Schedules.Decode(row, &s)
	return s
}

// jobs counts the runs that were queued.
func (o owner) jobs(t *testing.T) (n int) {
	t.Helper()
	if err := o.db.QueryRow(t.Context(), `SELECT count(*) FROM jobs WHERE kind = $1 AND instance_id = $2`, Kind,
		o.scope.InstanceID).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func (o owner) endJobs(t *testing.T) {
	t.Helper()
	if _, err := o.db.Exec(t.Context(), `UPDATE jobs SET finished_at = 1, state = 'done' WHERE finished_at IS NULL`); err != nil {
		t.Fatal(err)
	}
}

func service(db *store.DB, c *clock, works map[string]Work) *Service {
	return New(db, queue.NewJobs(db, nil), works, c.Now)
}

func startDue(t *testing.T, services ...*Service) {
	t.Helper()
	var all sync.WaitGroup
	for _, s := range services {
		all.Go(func() {
			if err := s.StartDue(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestAMissedRunIsMadeUpOnce(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		db := storetest.Open(t)
		o := newOwner(t, db, record.Values{"cron": "0 * * * *"})
		c := &clock{time.Now()}
		s := service(db, c, nil)
		startDue(t, s)
		if n := o.jobs(t); n != 0 {
			t.Fatalf("%d runs before the time", n)
		}
		c.now = c.now.Add(72 * time.Hour)
		for range 3 {
			startDue(t, s)
		}
		got := o.schedule(t)
		if n := o.jobs(t); n != 1 || got.NextAt == nil || int64(*got.NextAt) <= c.now.UnixMicro() ||
			int64(*got.NextAt) > c.now.Add(time.Hour).UnixMicro() {
			t.Errorf("%d runs, the next at %v", n, got.NextAt)
		}
		if got.LastJob == nil || got.LastStatus == nil || *got.LastStatus != queue.Queued || len(got.Upcoming) != 5 {
			t.Errorf("the schedule says %+v", got)
		}
	})
}

// TestTwoServicesNeverRunOneScheduleTwice, even where the clock of one is an hour ahead.
func TestTwoServicesNeverRunOneScheduleTwice(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		one, other := storetest.Twice(t)
		o := newOwner(t, one, record.Values{"cron": "0 6 * * *"})
		right, ahead := &clock{time.Now()}, &clock{}
		a, b := service(one, right, nil), service(other, ahead, nil)
		const days = 6
		for range days {
			right.now = right.now.Add(24 * time.Hour)
			ahead.now = right.now.Add(time.Hour)
			startDue(t, b, a, b, a)
			right.now = right.now.Add(time.Hour)
			startDue(t, a)
			right.now = right.now.Add(-time.Hour)
			o.endJobs(t)
		}
		if n := o.jobs(t); n != days && n != days+1 { // tomorrow's may have begun an hour early
			t.Errorf("%d runs in %d days", n, days)
		}
	})
}

// TestARunIsNotLostWithTheService that has queued it and died before it could move the schedule on.
func TestARunIsNotLostWithTheService(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		db := storetest.Open(t)
		o := newOwner(t, db, record.Values{"cron": "0 6 * * *"})
		c := &clock{time.Now().Add(24 * time.Hour)}
		s := service(db, c, nil)
		due, err := s.due(t.Context())
		if err != nil || len(due) != 1 {
			t.Fatal(due, err)
		}
		job := queue.Job{
			SID: due[0].job(), UserID: o.scope.UserID, InstanceID: o.scope.InstanceID, Kind: Kind, Scope: o.scope,
			Payload: []byte("{}"),
		}
		if _, err := s.jobs.Add(t.Context(), job, func(context.Context, string) error { return nil }); err != nil {
			t.Fatal(err)
		}
		startDue(t, s)
		if got := o.schedule(t); o.jobs(t) != 1 || got.LastJob == nil || *got.LastJob != job.SID || int64(*got.NextAt) <= c.now.UnixMicro() {
			t.Errorf("%d runs, the schedule says %+v", o.jobs(t), got)
		}
		then, err := s.step(t.Context(), due[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := s.moveOn(t.Context(), due[0], then, job.SID); err != nil { // the first one was only slow
			t.Errorf("moving on the schedule of the own job: %v", err)
		}
	})
}

func TestWhatIsNotDueAnyMore(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		db := storetest.Open(t)
		off := newOwner(t, db, record.Values{"cron": "0 * * * *", "enabled": int64(0)})
		changed := newOwner(t, db, record.Values{"cron": "0 * * * *"})
		s := service(db, &clock{time.Now().Add(24 * time.Hour)}, nil)
		due, err := s.due(t.Context())
		if err != nil || len(due) != 1 {
			t.Fatal(due, err)
		}
		if _, err := db.Update(t.Context(), record.Schedules, changed.scope, changed.sid, record.Values{"cron": "30 6 1 1 *"}); err != nil {
			t.Fatal(err)
		}
		if err := s.start(t.Context(), due[0]); err != nil {
			t.Fatal(err)
		}
		if off.jobs(t)+changed.jobs(t) != 0 {
			t.Error("a schedule ran that was switched off or changed")
		}
		if off.schedule(t).NextAt != nil || len(off.schedule(t).Upcoming) != 0 {
			t.Errorf("a schedule that is off says %+v", off.schedule(t))
		}
	})
}

// work ends as a test says.
type work struct {
	result say.Message
	err    error
}

func (w work) Run(context.Context, Order, func(int, int, say.Message)) (say.Message, error) {
	return w.result, w.err
}

func TestHowARunEnds(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		db := storetest.Open(t)
		for name, c := range map[string]struct {
			work         Work
			status, says string
		}{
			"done":       {work{result: say.New("sent", "n", 2)}, done, "2 files were sent."},
			"held back":  {work{err: Held(say.New("busy"))}, heldBack, "Another delivery of this instance was running."},
			"failed":     {work{err: queue.Failure(say.Plain("The password is wrong."))}, failed, "The password is wrong."},
			"unknown":    {nil, failed, "This server does not know how to do this."},
			"once again": {work{err: errors.New("the database is away")}, queue.Queued, ""},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				o := newOwner(t, db, record.Values{"cron": "0 * * * *"})
				works := map[string]Work{record.ScheduledLists: c.work}
				if c.work == nil {
					works = nil
				}
				s := service(db, &clock{time.Now().Add(2 * time.Hour)}, works)
				due, err := s.due(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range due {
					if r.instanceID == o.scope.InstanceID {
						err = s.start(t.Context(), r)
					}
				}
				if err != nil {
					t.Fatal(err)
				}
				job := queue.Job{SID: *o.schedule(t).LastJob, UserID: o.scope.UserID, InstanceID: o.scope.InstanceID, Scope: o.scope}
				if err := db.QueryRow(t.Context(), `SELECT payload FROM jobs WHERE sid = $1`, job.SID).Scan(&job.Payload); err != nil {
					t.Fatal(err)
				}
				_, err = s.Run(t.Context(), job, func(int, int, say.Message) {})
				got := o.schedule(t)
				if got.LastStatus == nil || *got.LastStatus != c.status || (got.LastResult == nil) != (c.says == "") || got.LastResult != nil &&
					got.LastResult.Sentence() != c.says {
					t.Errorf("%v: the schedule says %v %v", err, got.LastStatus, got.LastResult)
				}
				var failure queue.Failure
				if errors.As(err, &failure) != (c.status == heldBack || c.status == failed) {
					t.Errorf("the job ends with %v", err)
				}
			})
		}
	})
}
