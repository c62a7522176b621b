package bulk

import (
	"context"
	"errors"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// stepError is an error of one step of a recipe.
type stepError struct {
	Step int
	Err  error
}

// Error returns the text of the step's error.
func (e *stepError) Error() string { return e.Err.Error() }

// Unwrap returns the step's error.
func (e *stepError) Unwrap() error { return e.Err }

// Run is a recipe on its way: on which instance its steps are made.
type Run struct {
	Recipe   string                   // its sid
	On       store.Scope              // the instance that is changed
	Revision func(number int64) error // see Request
	DryRun   bool
}

// RunRecipe makes the changes of a recipe of the scope as one revision, each step on what those before it have left, or works out
// what they would be. It returns what each step did; an error of a step is a *stepError of those that Apply returns. It returns
// store.ErrNotFound when there is no such recipe.
func (s *Service) RunRecipe(ctx context.Context, scope store.Scope, run Run) ([]*Result, error) {
	r := record.Recipes
	row, err := s.db.Get(ctx, r, scope, run.Recipe)
	if err != nil {
		return nil, err
	}
	text, _ := row[r.Index("steps")].(string)
	steps, problems := record.ReadSteps(text)
	if len(problems) > 0 {
		return nil, problems // a field of an earlier version
	}
	requests := make([]Request, len(steps))
	for i, step := range steps {
		requests[i] = Request{Resource: step.Resource, Q: step.Q, Operations: step.Operations}
	}
	requests[0].Revision = run.Revision
	if run.DryRun {
		return s.previewAll(ctx, run.On, requests)
	}
	var done []*Result
	err = s.db.Edit(ctx, run.On, "bulk", func(e *store.Edit) error {
		e.Summary = "recipe: " + r.TitleOf(row)
		done, err = s.applyAll(ctx, e, requests)
		return err
	})
	return done, err
}

// previewAll works out what several changes would do. Nobody has to wait where none of them depends on what another has left.
func (s *Service) previewAll(ctx context.Context, scope store.Scope, requests []Request) (done []*Result, err error) {
	if independent(requests) {
		for i, req := range requests {
			result, err := s.Preview(ctx, scope, req)
			if err != nil {
				return nil, &stepError{i, err}
			}
			done = append(done, result)
		}
		return done, nil
	}
	_, err = s.db.Rehearse(ctx, scope, "bulk", func(edit store.EditFunc) error {
		return edit(ctx, func(e *store.Edit) error {
			done, err = s.applyAll(ctx, e, requests)
			return err
		})
	})
	for _, result := range done {
		result.Revision = 0
	}
	return done, err
}

// independent reports whether no request changes what another one looks at.
func independent(requests []Request) bool {
	seen := map[*record.Resource]bool{}
	for _, req := range requests {
		seen[req.Resource] = true
		for _, o := range req.Operations {
			if len(requests) > 1 && (o.Op == record.OpRename || o.Op == record.OpDelete) {
				return false
			}
		}
	}
	return len(seen) == len(requests)
}

// applyAll makes several changes in one edit.
func (s *Service) applyAll(ctx context.Context, e *store.Edit, requests []Request) ([]*Result, error) {
	done := make([]*Result, len(requests))
	for i, req := range requests {
		where, err := s.selection(ctx, e.Scope, req)
		if err == nil {
			done[i], err = s.applyTo(ctx, e, req, where)
		}
		if err != nil {
			return nil, &stepError{i, err}
		}
	}
	return done, nil
}

func (s *Service) applyTo(ctx context.Context, e *store.Edit, req Request, where []record.Condition) (*Result, error) {
	result, err := newPlan(e.View(), s.db, req, where, true).run(ctx)
	if err != nil {
		return nil, err
	}
	return result, result.write(ctx, e)
}

// StepOf returns the step that an error is about, and the error itself; the step is -1 for one that is about none.
func StepOf(err error) (int, error) {
	var step *stepError
	if errors.As(err, &step) {
		return step.Step, step.Err
	}
	return -1, err
}
