package pull

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"quartermaster/internal/delivery"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
)

// Kind is the name of pulls in the queue.
const Kind = "pull"

var _ queue.Handler = (*Service)(nil)

// check completes options, or returns validate.Errors.
func (o *Options) check() error {
	o.Mode = cmp.Or(o.Mode, mission.Update)
	if !slices.Contains([]mission.Mode{mission.Merge, mission.Replace, mission.Update}, o.Mode) {
		return validate.Wrong("mode", validate.SelectionIsInvalid)
	}
	sides := []mission.Side{mission.Mine, mission.Theirs}
	if o.Prefer != "" && !slices.Contains(sides, o.Prefer) {
		return validate.Wrong("prefer", validate.SelectionIsInvalid)
	}
	for key, side := range o.Choices {
		if !slices.Contains(sides, side) {
			return validate.Wrong("choices."+key, validate.SelectionIsInvalid)
		}
	}
	return nil
}

// Start queues a pull and returns the job. It returns validate.Errors for options that are none, target.ErrNone, store.ErrNotFound if there
// is no such instance, and queue.ErrTooMany when the user has too many jobs.
func (s *Service) Start(ctx context.Context, scope store.Scope, o Options) (job string, err error) {
	if err := o.check(); err != nil {
		return "", err
	}
	if _, err := s.Targets.Get(ctx, scope); err != nil {
		return "", err
	}
	if err := s.propose(ctx, scope, &o); err != nil {
		return "", err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return "", err
	}
	order := queue.Job{UserID: scope.Person(), InstanceID: scope.InstanceID, Kind: Kind, Payload: text, TakesIn: !o.DryRun && o.Layer == ""}
	return s.Jobs.Add(ctx, order, nil)
}

// propose has a pull make a layer of what it would import, where changes of the instance are reviewed and this one is not made beside that.
func (s *Service) propose(ctx context.Context, scope store.Scope, o *Options) error {
	if o.DryRun || store.OverrideOf(ctx) != "" {
		return nil
	}
	required, err := s.DB.IsReviewed(ctx, scope)
	if required {
		o.Layer = "Files from the server, " + s.DB.Time().UTC().Format("2 January 2006, 15:04")
	}
	return err
}

// Now is Pull for a process without a queue. It also returns validate.Errors for options that are none.
func (s *Service) Now(ctx context.Context, scope store.Scope, o Options, progress Progress) (Result, error) {
	if err := o.check(); err != nil {
		return Result{}, err
	}
	if err := s.propose(ctx, scope, &o); err != nil {
		return Result{}, err
	}
	return s.pull(ctx, scope, o, progress)
}

var _ delivery.Merger = (*Service)(nil)

// TakeIn implements delivery.Merger, with the errors of Now. Where changes are reviewed, it is refused: what is sent has to be there.
func (s *Service) TakeIn(ctx context.Context, scope store.Scope, paths []string, m delivery.Merge) error {
	o := Options{Prefer: m.Prefer, Choices: m.Choices, Paths: paths}
	err := o.check()
	if err == nil {
		_, err = s.pull(ctx, scope, o, func(int, int, say.Message) {})
	}
	return err
}

// Run implements queue.Handler. It returns a queue.Failure for what the server or the plan refuses, and where the target or the instance is
// gone. A pull that is begun again finds unchanged what it has imported.
func (s *Service) Run(ctx context.Context, job queue.Job, progress func(done, total int, what say.Message)) ([]byte, error) {
	var o Options
	if err := json.Unmarshal(job.Payload, &o); err != nil {
		return nil, err
	}
	result, err := s.pull(ctx, job.Scope, o, progress)
	var refused Refused
	switch {
	case errors.As(err, &refused):
		return nil, queue.Failure(refused)
	case errors.Is(err, target.ErrNone):
		return nil, queue.Failure(target.Explain(err))
	case errors.Is(err, store.ErrNotFound):
		return nil, queue.Failure(say.New("instance-deleted"))
	case err != nil:
		return nil, err
	}
	return result.AppendJSON(nil), nil
}

// Clear implements queue.Handler. It never fails: nothing but its row belongs to a job.
func (s *Service) Clear(context.Context, queue.Job) error { return nil }
