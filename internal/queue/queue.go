package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/observe"
	"quartermaster/internal/parallel"
	"quartermaster/internal/store"
)

// MaxAge is the age of the last heartbeat from which no worker is taken to run.
const MaxAge = 30 * time.Second

const (
	beatInterval = 5 * time.Second
	// taskTimeout leaves time for the beats around a task, so that a slow task does not look like a dead worker.
	taskTimeout = MaxAge - 2*beatInterval
)

// Worker runs tasks, each in its interval and one at a time, and beside them several jobs. Several processes may run workers, each
// under a name of its own: they share the jobs, and each runs its tasks, but for those that one of them is to run for all.
type Worker struct {
	db       *store.DB
	logger   *slog.Logger
	name     string
	tasks    []*task
	jobs     *Jobs
	handlers map[string]Handler           // by kind of jobs
	needs    map[string]access.Permission // of their orderers, by kind
	remote   []string                     // kinds of jobs that mostly wait for other machines
}

type task struct {
	name     string
	interval time.Duration
	run      func(context.Context) error
	due      time.Time
}

// New returns a worker without tasks that beats under name.
func New(db *store.DB, logger *slog.Logger, name string) *Worker {
	return &Worker{
		db: db, logger: logger.With("worker", name), name: name, handlers: map[string]Handler{},
		needs: map[string]access.Permission{},
	}
}

// Every adds a task that runs when the worker starts and then once in each interval, to within five seconds. Its context
// lasts 20 seconds and outlives the worker's. Tasks are added before Run.
func (w *Worker) Every(interval time.Duration, name string, run func(context.Context) error) {
	w.tasks = append(w.tasks, &task{name: name, interval: interval, run: run})
}

// Run beats and runs the tasks and jobs until ctx ends. It finishes a running task, and interrupts running jobs, which return
// to the queue. Errors and panics are logged and stop nothing. Run is called once.
func (w *Worker) Run(ctx context.Context) {
	var jobs sync.WaitGroup
	defer jobs.Wait()
	if w.jobs != nil {
		jobs.Go(func() { w.runJobs(ctx) })
	}
	ticker := time.NewTicker(beatInterval)
	defer ticker.Stop()
	for ctx.Err() == nil {
		w.caught(ctx, "heartbeat", func() error { w.Beat(ctx); return nil })
		w.runDue(ctx)
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
}

func (w *Worker) runDue(ctx context.Context) {
	for _, t := range w.tasks {
		if ctx.Err() != nil || time.Now().Before(t.due) {
			continue
		}
		t.due = time.Now().Add(t.interval)
		w.runTask(ctx, t)
		w.Beat(ctx)
	}
}

func (w *Worker) runTask(ctx context.Context, t *task) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), taskTimeout)
	defer cancel()
	w.caught(ctx, t.name, func() error {
		ctx, end := observe.Begin(ctx, observe.Operation{Name: "upkeep", Details: []slog.Attr{slog.String("task", t.name)}})
		err := parallel.Caught(func() error { return t.run(ctx) })
		end(err)
		return err
	})
}

// caught runs a part of the work and logs its error, or panic, which stops nothing else.
func (w *Worker) caught(ctx context.Context, task string, run func() error) {
	if err := parallel.Caught(run); err != nil {
		w.logger.ErrorContext(ctx, "task failed", "task", task, "error", err)
	}
}

// Beat records that the worker is alive, as Run does regularly. A failure is only logged.
func (w *Worker) Beat(ctx context.Context) {
	const query = `INSERT INTO heartbeats (queue, beat_at) VALUES ($1, $2)
		ON CONFLICT (queue) DO UPDATE SET beat_at = excluded.beat_at`
	bounded, cancel := context.WithTimeout(ctx, beatInterval)
	defer cancel()
	_, err := w.db.Exec(bounded, query, w.name, w.db.Now())
	if err != nil && ctx.Err() == nil {
		w.logger.ErrorContext(ctx, "heartbeat failed", "error", err)
	}
}

// Age returns how long ago a worker of the given name last beat, in whole seconds. It returns an error when none ever has, or
// when the last beat is in the future: then a clock was set back, and no worker has beaten since.
func Age(ctx context.Context, db *store.DB, name string) (time.Duration, error) {
	var beatAt int64
	err := db.QueryRow(ctx, `SELECT beat_at FROM heartbeats WHERE queue = $1`, name).Scan(&beatAt)
	if errors.Is(err, store.ErrNotFound) {
		return 0, fmt.Errorf("worker %q has never run: %w", name, err)
	}
	if err != nil {
		return 0, err
	}
	age := time.Duration(db.Now()-beatAt) * time.Microsecond
	if age < -MaxAge { // clocks of servers differ a little
		return 0, fmt.Errorf("the last heartbeat of worker %q lies %v ahead", name, -age)
	}
	return max(age, 0), nil
}
