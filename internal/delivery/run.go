package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"quartermaster/internal/observe"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// payload is stored with a job.
type payload struct {
	Delivery string `json:"delivery"` // its public identifier
}

// Run makes a delivery that is a job. Done again, it sends what is still to be sent. It returns a queue.Failure where a file was not sent,
// and where the instance was deleted.
func (s *Service) Run(ctx context.Context, job queue.Job, progress func(done, total int, what say.Message)) ([]byte, error) {
	var p payload
	if err := json.Unmarshal(job.Payload, &p); err != nil {
		return nil, err
	}
	scope := job.Scope
	d, err := s.Find(ctx, scope, p.Delivery)
	if errors.Is(err, store.ErrNotFound) {
		return nil, queue.Failure(say.New("instance-deleted"))
	}
	if err != nil {
		return nil, err
	}
	if d.Finished == 0 {
		if err := s.perform(ctx, &d, progress); err != nil {
			return nil, err
		}
	}
	return s.result(context.WithoutCancel(ctx), d)
}

// result returns what a job answers: the delivery, or as a failure why not all of it was sent.
func (s *Service) result(ctx context.Context, d Delivery) ([]byte, error) {
	if d.Status == Failed {
		return nil, queue.Failure(d.Error)
	}
	d, err := s.Find(ctx, d.scope, d.SID)
	return d.AppendJSON(nil), err
}

// Clear implements queue.Handler. It never fails: nothing but its row belongs to a job.
func (s *Service) Clear(context.Context, queue.Job) error { return nil }

// perform makes a delivery once its turn has come, as carryOut does.
func (s *Service) perform(ctx context.Context, d *Delivery, progress func(done, total int, what say.Message)) error {
	working, unlock, err := s.lockPatiently(ctx, d)
	if err != nil {
		return ours(err)
	}
	defer unlock()
	return s.carryOut(working, d, nil, progress)
}

// carryOut makes a delivery, whose lock is held, over a link, or one that it opens where there is none, and notes how it has ended. It
// returns an error only if the delivery is to be continued later.
func (s *Service) carryOut(ctx context.Context, d *Delivery, l *link, progress func(done, total int, what say.Message)) error {
	inner, end := observe.Begin(ctx, observe.Operation{Name: "delivery"})
	err := s.deliver(inner, d, l, progress)
	end(err)
	status, reason := Done, say.Message{}
	switch {
	case errors.Is(context.Cause(ctx), queue.ErrCancelled):
		status = Cancelled
	case ctx.Err() != nil && d.Job == "":
		status, reason = Cancelled, say.New("interrupted")
	case ctx.Err() != nil, errors.Is(err, errOurs) && d.Job != "":
		return errors.Join(err, ctx.Err())
	case err != nil:
		status, reason = Failed, explain(err)
		if len(d.half) > 0 {
			reason = say.New("half-there", "why", reason, "paths", d.half)
		}
	}
	err = s.end(context.WithoutCancel(ctx), d, status, reason)
	if err == nil && status == Done && s.Game != nil {
		s.loadBans(ctx, d)
	}
	return err
}

// lockPoll is how often a delivery looks whether its turn has come.
const lockPoll = 500 * time.Millisecond

// lockPatiently waits for the upkeep, which may be tidying up on the same server.
func (s *Service) lockPatiently(ctx context.Context, d *Delivery) (working context.Context, unlock func(), err error) {
	for waited := time.Duration(0); ; waited += lockPoll {
		working, unlock, err = s.lock(ctx, d.scope.InstanceID, d.SID)
		if !errors.Is(err, ErrBusy) || waited > locked {
			return working, unlock, err
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}

// deliver makes a delivery while its lock is held.
func (s *Service) deliver(ctx context.Context, d *Delivery, l *link, progress func(done, total int, what say.Message)) (err error) {
	progress(0, 0, say.New("comparing"))
	if l == nil {
		if l, err = s.connectPatiently(ctx, d.scope); err != nil {
			return err
		}
		defer l.close()
	}
	if err := s.settle(ctx, l, d.scope.InstanceID); err != nil {
		return err
	}
	if d.Files, err = s.filesOf(ctx, `WHERE delivery_id = $1`, d.id); err != nil {
		return ours(err)
	}
	if err := s.merge(ctx, d, l, progress); err != nil {
		return err
	}
	r, err := s.prepare(ctx, d, l)
	if err != nil {
		return err
	}
	defer r.close()
	r.progress = progress
	if err := r.settleNow(ctx, r.transfer(ctx)); err != nil {
		return err
	}
	r.noteDelivered(ctx)
	return nil
}

// noteDelivered remembers that all files were delivered, and what was wrong with them. Without that, the next delivery is held back once
// more.
func (r *run) noteDelivered(ctx context.Context) {
	if r.d.BackTo != "" || r.d.Options.Paths != nil {
		return
	}
	if err := r.DB.NoteDelivery(ctx, r.d.scope, r.survey.plan.Revision, r.survey.plan.Problems.digests); err != nil && ctx.Err() == nil {
		r.Logger.ErrorContext(ctx, "a delivery could not be noted", "error", err)
	}
}

// merge takes in the files that were changed on the server and would stay there, if the options ask for it.
func (s *Service) merge(ctx context.Context, d *Delivery, l *link, progress func(done, total int, what say.Message)) error {
	if d.Options.Merge == nil || s.Merger == nil {
		return nil
	}
	v, err := s.survey(ctx, d.scope, l)
	if err != nil {
		return err
	}
	var paths []string
	for _, i := range d.Options.held(&v.plan) {
		if f := &v.plan.Files[i]; f.Error == "" && d.Options.Choices[f.Path] == "" {
			paths = append(paths, f.Path)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	progress(0, 0, say.New("taking-in"))
	return s.Merger.TakeIn(ctx, d.scope, paths, *d.Options.Merge)
}

// transfer makes copies and sends the files.
func (r *run) transfer(ctx context.Context) error {
	if err := r.copyAll(ctx); err != nil {
		return err
	}
	err := r.sendAll(ctx)
	if ctx.Err() == nil && !isLost(ctx, err) {
		r.look(ctx)
	}
	if err == nil && r.failed > 0 {
		err = notTaken(r.failed)
	}
	return err
}

// surveyFor compares the files that a delivery is about with the server.
func (s *Service) surveyFor(ctx context.Context, d *Delivery, l *link) (*survey, error) {
	if d.BackTo != "" {
		return s.surveyBack(ctx, d, l)
	}
	return s.survey(ctx, d.scope, l)
}

// errMoving is returned for an instance that changes again and again while its files are generated.
var errMoving = errors.New("the instance was changed while its files were generated; deliver it again")

// prepare compares the files, writes those that are sent to the disk, and stores what the delivery is about to do.
func (s *Service) prepare(ctx context.Context, d *Delivery, l *link) (*run, error) {
	for range attempts {
		v, err := s.surveyFor(ctx, d, l)
		if err != nil {
			return nil, err
		}
		if err := s.guard(ctx, d.scope, &v.plan, d.Options); err != nil {
			return nil, ours(err)
		}
		if len(v.plan.Blocked) > 0 && !d.Options.Override {
			return nil, BlockedError(v.plan.Blocked)
		}
		r, err := s.newRun(ctx, d, l, v)
		if !errors.Is(err, errMoving) {
			return r, err
		}
	}
	return nil, errMoving
}
