package bulk

import (
	"context"
	"errors"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
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
	plans, err := s.chosen(ctx, run, steps)
	if err != nil {
		return nil, err
	}
	if run.DryRun {
		return s.previewAll(ctx, run.On, plans)
	}
	var done []*Result
	err = s.db.Edit(ctx, run.On, "bulk", func(e *store.Edit) error {
		e.Summary = "recipe: " + r.TitleOf(row)
		done, err = s.applyAll(ctx, e, plans)
		return err
	})
	return done, err
}

// chosen is a request with the conditions that choose its records.
type chosen struct {
	Request
	where []record.Condition
}

// chosen returns the requests of a recipe. What their filters compute is about the state before the first step.
func (s *Service) chosen(ctx context.Context, run Run, steps []record.Step) ([]chosen, error) {
	list := make([]chosen, len(steps))
	for i, step := range steps {
		req := Request{Resource: step.Resource, Q: step.Q, Operations: step.Operations}
		where, err := s.selection(ctx, run.On, req)
		if err == nil {
			err = s.listAuthors(ctx, run.On, req.Resource, where)
		}
		if err != nil {
			return nil, &stepError{i, err}
		}
		list[i] = chosen{req, where}
	}
	list[0].Revision = run.Revision
	return list, nil
}

// listAuthors replaces tests of who has changed a record by the records that they hold for, because a rehearsal has no history.
func (s *Service) listAuthors(ctx context.Context, scope store.Scope, r *record.Resource, where []record.Condition) error {
	for _, c := range where {
		for i, m := range c.Any {
			if m.Test != record.ChangedBy {
				continue
			}
			rows, err := s.db.View(scope).Flat(ctx, r, []record.Condition{{Any: []record.Match{m}}})
			if err != nil {
				return err
			}
			c.Any[i] = record.Match{Test: record.Listed, Among: []string{}}
			for _, row := range rows {
				c.Any[i].Among = append(c.Any[i].Among, r.SID(row))
			}
		}
	}
	return nil
}

// previewAll works out what several changes would do. Nobody has to wait where none of them depends on what another has left.
func (s *Service) previewAll(ctx context.Context, scope store.Scope, requests []chosen) (done []*Result, err error) {
	if independent(requests) {
		for i, req := range requests {
			result, err := newPlan(s.db.View(scope), s.db, req.Request, req.where, false).run(ctx)
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
func independent(requests []chosen) bool {
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
func (s *Service) applyAll(ctx context.Context, e *store.Edit, requests []chosen) ([]*Result, error) {
	done := make([]*Result, len(requests))
	for i, req := range requests {
		var err error
		if done[i], err = s.applyTo(ctx, e, req.Request, req.where); err != nil {
			return nil, &stepError{i, err}
		}
	}
	return done, nil
}

// applyTo makes a change in an edit.
func (s *Service) applyTo(ctx context.Context, e *store.Edit, req Request, where []record.Condition) (*Result, error) {
	result, err := newPlan(e.View(), s.db, req, where, true).run(ctx)
	if err != nil {
		return nil, err
	}
	return result, refused(result.write(ctx, e))
}

// refused says what is wrong with a request whose records cannot be stored as it wants them, which only the database knows.
func refused(err error) error {
	switch {
	case errors.Is(err, store.ErrTaken):
		return validate.Refusal("operations", "A name has already been taken.")
	case errors.Is(err, store.ErrReference):
		return validate.Refusal("operations", "A record that another one refers to has been deleted.")
	}
	return err
}

// StepOf returns the step that an error is about, and the error itself; the step is -1 for one that is about none.
func StepOf(err error) (int, error) {
	var step *stepError
	if errors.As(err, &step) {
		return step.Step, step.Err
	}
	return -1, err
}
