package queue

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/gate"
	"quartermaster/internal/observe"
	"quartermaster/internal/outage"
	"quartermaster/internal/outcome"
	"quartermaster/internal/parallel"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/store/conns"
)

const (
	// pollEvery is how often a worker looks for jobs that other processes have queued.
	pollEvery = time.Second
	// retryAfter is how long a job waits for its next attempt after a failure of the service.
	retryAfter = 10 * time.Second
	// maxAttempts is how often a job is begun whose worker fails or dies.
	maxAttempts = 3

	purgeEvery = time.Hour
)

// Handler runs the jobs of one kind.
type Handler interface {
	// Run does a job and returns its result as JSON. It may be called again for a job that is partly done, and it may call
	// progress at any time. A Failure ends the job; after any other error there is another attempt. When ctx ends by
	// ErrCancelled, the result says what was done until then.
	Run(ctx context.Context, job Job, progress func(done, total int, what say.Message)) (result []byte, err error)

	// Clear deletes what belongs to an ended job. It may be called several times.
	Clear(ctx context.Context, job Job) error
}

// Failure is why a job cannot be done, for its user. Its sentence is in package outcome.
type Failure say.Message

func (f Failure) Error() string { return outcome.Sentence(say.Message(f)) }

// Handle sets the handler for the jobs of a kind, whose orderer needs a permission while they run, of which a process runs four at once,
// two of one account. It is called before Run.
func (w *Worker) Handle(jobs *Jobs, kind string, needs access.Permission, h Handler) {
	if w.jobs == nil {
		w.Every(purgeEvery, "old jobs", w.purge)
		w.Every(purgeEvery, "heartbeats of processes that have ended", w.forgetDead)
	}
	w.jobs, w.handlers[kind], w.needs[kind] = jobs, h, needs
}

// HandleRemote is Handle for jobs that mostly wait for other machines. A process runs eight of them at once, four of one account, beside
// the others, so that neither sort holds back the other.
func (w *Worker) HandleRemote(jobs *Jobs, kind string, needs access.Permission, h Handler) {
	w.Handle(jobs, kind, needs, h)
	w.remote = append(w.remote, kind)
}

// runJob runs a job, as a part of the trace that it was queued in, while another goroutine maintains the claim.
func (w *Worker) runJob(ctx context.Context, c *claim) {
	ctx = access.From(gate.For(observe.Continue(ctx, c.trace), c.UserID), access.Origin{UserID: c.UserID})
	working, made := store.NotingRevisions(conns.Patiently(ctx))
	c.made = made
	working, cancel := context.WithCancelCause(working)
	w.jobs.running.Store(c.SID, cancel)
	defer w.jobs.running.Delete(c.SID)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		if err := parallel.Caught(func() error { return c.maintain(working) }); err != nil {
			cancel(err)
		}
	}()
	running, end := observe.Begin(working, observe.Operation{Name: w.operation(c), Details: []slog.Attr{slog.String("job", c.SID)}})
	var result []byte
	err := parallel.Caught(func() (err error) {
		result, err = w.do(running, c)
		return err
	})
	if err != nil && errors.Is(context.Cause(working), ErrCancelled) {
		err = ErrCancelled
	}
	end(err)
	cancel(nil)
	<-kept
	if err := w.record(ctx, c, result, err); err != nil {
		w.logger.ErrorContext(ctx, "noting the end of a job failed", "job", c.SID, "error", err)
	}
}

// operation is the name of the operation that a job is: of the kinds that the worker knows.
func (w *Worker) operation(c *claim) string {
	if w.handlers[c.Kind] == nil {
		return "job"
	}
	return "job " + c.Kind
}

// do runs the handler.
func (w *Worker) do(ctx context.Context, c *claim) (result []byte, err error) {
	switch h := w.handlers[c.Kind]; {
	case c.stopped:
		return nil, ErrCancelled
	case c.attempts > maxAttempts:
		return nil, Failure(say.New("failed-often"))
	case c.InstanceID == 0:
		return nil, Failure(say.New("instance-deleted"))
	case h == nil:
		return nil, Failure(say.New("unknown-work"))
	case !c.Scope.Allows(w.needs[c.Kind]) || c.Scope.InstanceID == 0:
		return nil, noPermission(w.needs[c.Kind])
	default:
		result, err := h.Run(store.Overriding(ctx, &c.override), c.Job, c.note)
		return result, Refused(err)
	}
}

func noPermission(p access.Permission) Failure {
	return Failure(say.New("no-permission", "permission", p.Word()))
}

// Refused returns a Failure in place of access.Denied: another attempt of the job would be refused, too.
func Refused(err error) error {
	if denied := (access.Denied{}); errors.As(err, &denied) {
		return noPermission(denied.Needs)
	}
	return err
}

// record records how a job ended, or returns it to the queue for another attempt.
func (w *Worker) record(ctx context.Context, c *claim, result []byte, err error) error {
	stopped := ctx.Err() != nil
	ctx = context.WithoutCancel(ctx)
	var failure Failure
	switch {
	case err == nil:
		return w.end(ctx, c, Done, result, say.Message{})
	case errors.Is(err, ErrCancelled):
		return w.end(ctx, c, Cancelled, result, say.Message{})
	case errors.As(err, &failure):
		return w.end(ctx, c, Failed, nil, say.Message(failure))
	case errors.Is(err, store.ErrReviewed):
		return w.end(ctx, c, Failed, nil, say.New("reviewed"))
	case stopped:
		return c.release(ctx, 0, false)
	case errors.Is(err, outage.ErrFull):
		return w.end(ctx, c, Failed, nil, say.New("no-room"))
	case errors.Is(err, outage.ErrUnavailable):
		w.logger.WarnContext(ctx, "a job waits until the service works again", "job", c.SID, "kind", c.Kind, "error", err)
		return c.release(ctx, retryAfter, false)
	}
	w.logger.ErrorContext(ctx, "job failed", "job", c.SID, "kind", c.Kind, "attempt", c.attempts, "error", err)
	if c.attempts == maxAttempts {
		return w.end(ctx, c, Failed, nil, say.New("failed-often"))
	}
	return c.release(ctx, retryAfter, true)
}

func (w *Worker) end(ctx context.Context, c *claim, state string, result []byte, reason say.Message) error {
	if err := c.finish(ctx, state, result, reason); err != nil {
		return err
	}
	return w.clear(ctx, c.Job)
}

func (w *Worker) clear(ctx context.Context, job Job) error {
	if h := w.handlers[job.Kind]; h != nil {
		return h.Clear(ctx, job)
	}
	return nil
}

// forgetDead deletes the heartbeats of workers that have been silent for a day.
func (w *Worker) forgetDead(ctx context.Context) error {
	_, err := w.db.Exec(ctx, `DELETE FROM heartbeats WHERE beat_at < $1`, w.db.Time().Add(-24*time.Hour).UnixMicro())
	return err
}

// purge deletes old jobs. It clears their belongings once more, because a worker may have died before it could.
func (w *Worker) purge(ctx context.Context) error {
	list, err := w.jobs.ended(ctx, w.db.Time().Add(-KeptFor))
	if err != nil {
		return err
	}
	for _, job := range list {
		if err := w.clear(ctx, job); err != nil {
			return err
		}
		if err := w.jobs.forget(ctx, job.SID); err != nil {
			return err
		}
	}
	return nil
}
