package bulk

import (
	"context"
	"errors"

	"quartermaster/internal/clash"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// jobFrom is how many changed records make a change a job: about 60 µs each, so that a second is enough for fewer.
const jobFrom = 10_000

// Outcome is what a change did, or the job that will make it.
type Outcome struct {
	Results []*Result // of each step
	Job     string    // its public identifier; may be empty
}

// order asks for changes of one revision.
type order struct {
	kind    string      // of the job that it becomes
	summary say.Message // for the history
	steps   []chosen
	finally func(*store.Edit, []*Result) error // in the transaction that makes the changes; may be nil
}

// chosen is a request with the conditions that choose its records.
type chosen struct {
	Request
	where []record.Condition
}

// Make makes a change at once, or leaves it to a job where it takes longer than a client waits. Its errors are those of Apply, and
// queue.ErrTooMany.
func (s *Service) Make(ctx context.Context, scope store.Scope, req Request) (Outcome, error) {
	where, err := s.Selection(ctx, scope, req)
	if err != nil {
		return Outcome{}, err
	}
	return s.make(ctx, scope, order{kind: kindBulk, summary: req.summary(), steps: []chosen{{req, where}}})
}

func (s *Service) make(ctx context.Context, scope store.Scope, o order) (done Outcome, err error) {
	n, err := s.matched(ctx, scope, o)
	if err != nil {
		return done, err
	}
	if s.jobs != nil && n >= jobFrom {
		long, base, err := s.takesLong(ctx, scope, o)
		if err != nil {
			return done, err
		}
		if long {
			done.Job, err = s.enqueue(ctx, scope, o, base)
			return done, err
		}
	}
	done.Results, err = s.apply(ctx, scope, o, n)
	return done, err
}

// matched counts the records that the steps look at.
func (s *Service) matched(ctx context.Context, scope store.Scope, o order) (sum int64, err error) {
	for _, step := range o.steps {
		n, err := s.db.View(scope).Count(ctx, step.Resource, step.where)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// takesLong reports whether more records change than a client waits for, and on which revision that was worked out. Nobody has to
// wait meanwhile.
func (s *Service) takesLong(ctx context.Context, scope store.Scope, o order) (long bool, base int64, err error) {
	would, err := s.previewAll(ctx, scope, o.steps)
	if err != nil {
		return false, 0, o.about(err)
	}
	changed := 0
	for _, result := range would {
		changed += len(result.Changes) + len(result.Referring)
	}
	return changed >= jobFrom, would[0].Base, nil
}

// apply makes the changes of so many records as one revision. Many are stored in slices, between which others write, where no step depends
// on what another one has left.
func (s *Service) apply(ctx context.Context, scope store.Scope, o order, records int64) (done []*Result, err error) {
	if !independent(o.steps) {
		records = 0
	}
	var made *store.Edit
	err = s.db.EditOf(ctx, records, scope, "bulk", func(e *store.Edit) error {
		e.Summary, made = o.summary, e
		done, err = s.applyAll(ctx, e, o.steps)
		if err == nil && o.finally != nil {
			err = e.Finally(func(last *store.Edit) error { return o.finally(last, numbered(done, last.Number)) })
		}
		return err
	})
	if err != nil {
		return nil, o.about(refused(err, o.steps))
	}
	return numbered(done, made.Number), nil
}

// numbered puts the number of the revision into results.
func numbered(results []*Result, revision int64) []*Result {
	for _, result := range results {
		result.Revision = revision
	}
	return results
}

// about leaves out which step an error is about, where there is one alone.
func (o order) about(err error) error {
	if o.kind == kindBulk {
		_, err = StepOf(err)
	}
	return err
}

// refused says what is wrong with a change whose records cannot be stored as it wants them, which only the database knows.
func refused(err error, steps []chosen) error {
	switch {
	case errors.Is(err, store.ErrTaken):
		return validate.Refused("operations", validate.IsTaken.Saying(clash.Sentence(err, clash.Batch)))
	case errors.Is(err, store.ErrReference) && steps[0].deletes():
		return problem(0, "op", clash.Called(err, clash.Clear, "", steps[0].Resource.Plural()))
	case errors.Is(err, store.ErrReference):
		return validate.Refused("operations", validate.SelectionIsInvalid.Saying(clash.Sentence(err, clash.Batch)))
	}
	return err
}

func (req Request) deletes() bool {
	return len(req.Operations) == 1 && req.Operations[0].Op == record.OpDelete
}

// isRefusal reports whether an error says what is wrong with a change, in words for its user.
func isRefusal(err error) bool {
	var one *Problem
	var problems validate.Errors
	var conflicts store.Conflicts
	var other Mismatch
	return errors.As(err, &one) || errors.As(err, &other) || errors.As(err, &problems) || errors.As(err, &conflicts)
}

// wordsOf returns what a user reads of an error of a job, or the error itself where it is none of the request.
func wordsOf(err error) error {
	var said interface{ Says() say.Message }
	_, cause := StepOf(err)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errChanged), errors.Is(err, store.ErrChanged):
		return queue.Failure(say.New("changed-meanwhile"))
	case errors.Is(err, store.ErrNotFound):
		return queue.Failure(say.New("deleted-meanwhile"))
	case errors.As(cause, &said):
		return queue.Failure(said.Says())
	case isRefusal(cause):
		return queue.Failure(say.Plain(cause.Error()))
	}
	return err
}
