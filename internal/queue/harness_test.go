package queue_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// work is a handler that does what a test says.
type work struct {
	mu      sync.Mutex
	run     func(ctx context.Context, job queue.Job, progress func(done, total int, what say.Message)) error
	begun   []string // sids, in the order in which jobs were begun
	cleared map[string]int
}

func newWork(run func(context.Context, queue.Job, func(int, int, say.Message)) error) *work {
	return &work{run: run, cleared: map[string]int{}}
}

func (w *work) Run(ctx context.Context, job queue.Job, progress func(done, total int, what say.Message)) ([]byte, error) {
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

func nothing(context.Context, queue.Job, func(int, int, say.Message)) error { return nil }

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
	w.Handle(queue.NewJobs(o.db, nil), "work", access.Read, h)
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
	if job.State != queue.Failed || job.Error == nil || !strings.Contains(job.Error.Sentence(), want) || job.Result != "{}" ||
		job.FinishedAt == nil {
		t.Errorf("%+v, want a failure that says %q", job, want)
	}
}
