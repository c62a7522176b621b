package bulk

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// stepError is an error of one step of a run.
type stepError struct {
	Step int
	Err  error
}

// Error returns the text of the step's error.
func (e *stepError) Error() string { return e.Err.Error() }

// Unwrap returns the step's error.
func (e *stepError) Unwrap() error { return e.Err }

// StepOf returns the step that an error is about, and the error itself; the step is -1 for one that is about none.
func StepOf(err error) (int, error) {
	var step *stepError
	if errors.As(err, &step) {
		return step.Step, step.Err
	}
	return -1, err
}

// Run is a sequence of recipes on its way: which ones, and on which instance their steps are made.
type Run struct {
	Recipes  []Chosen
	On       store.Scope              // the instance that is changed
	Revision func(number int64) error // see Request
}

// Chosen names a recipe of an instance by its sid, or a built-in one by its name.
type Chosen struct {
	Recipe string
	Factor string // of a built-in one; empty for what it has by default
}

// Steps are what a run does, in its order.
type Steps struct {
	Names []string // of the recipes
	List  []record.Step
}

// StepsOf returns the steps of recipes that the scope has, one recipe after the other. It returns store.ErrNotFound where there is no such
// recipe, and validate.Errors of a factor that it does not take, or of steps that an earlier version has stored.
func (s *Service) StepsOf(ctx context.Context, scope store.Scope, recipes []Chosen) (all Steps, err error) {
	for _, chosen := range recipes {
		name, text, err := s.recipe(ctx, scope, chosen)
		if err != nil {
			return all, err
		}
		steps, problems := record.ReadSteps(text)
		if len(problems) > 0 {
			return all, problems
		}
		all.Names, all.List = append(all.Names, name), append(all.List, steps...)
	}
	return all, nil
}

// recipe returns the name and the steps of a recipe.
func (s *Service) recipe(ctx context.Context, scope store.Scope, chosen Chosen) (name, steps string, err error) {
	if b := BuiltInCalled(chosen.Recipe); b != nil {
		steps, err = b.Steps(chosen.Factor)
		return b.Title, steps, err
	}
	row, err := s.db.Get(ctx, record.Recipes, scope, chosen.Recipe)
	if err != nil {
		return "", "", err
	}
	steps, _ = row[record.Recipes.Index("steps")].(string)
	return record.Recipes.TitleOf(row), steps, nil
}

// PreviewRun works out what a run would do, step by step, each on what those before it have left. An error of a step names it (StepOf) and
// is one of those that Preview returns; others are those of StepsOf.
func (s *Service) PreviewRun(ctx context.Context, scope store.Scope, run Run) ([]*Result, error) {
	o, err := s.orderOfRun(ctx, scope, run)
	if err != nil {
		return nil, err
	}
	return s.previewAll(ctx, run.On, o.steps)
}

// PreviewSteps is PreviewRun for steps of no recipe.
func (s *Service) PreviewSteps(ctx context.Context, scope store.Scope, list []record.Step) ([]*Result, error) {
	requests := make([]Request, len(list))
	for i, step := range list {
		requests[i] = Request{Resource: step.Resource, Q: step.Q, Operations: step.Operations}
	}
	steps, err := s.choose(ctx, scope, requests)
	if err != nil {
		return nil, err
	}
	return s.previewAll(ctx, scope, steps)
}

// MakeRun makes the changes of a run as one revision, at once or as a job. Its errors are those of PreviewRun and of Make.
func (s *Service) MakeRun(ctx context.Context, scope store.Scope, run Run) (Outcome, error) {
	o, err := s.orderOfRun(ctx, scope, run)
	if err != nil {
		return Outcome{}, err
	}
	return s.make(ctx, run.On, o)
}

func (s *Service) orderOfRun(ctx context.Context, scope store.Scope, run Run) (o order, err error) {
	steps, err := s.StepsOf(ctx, scope, run.Recipes)
	if err != nil {
		return o, err
	}
	requests := make([]Request, len(steps.List))
	for i, step := range steps.List {
		requests[i] = Request{Resource: step.Resource, Q: step.Q, Operations: step.Operations}
	}
	if len(requests) == 0 {
		return o, validate.Wrong("recipes", validate.IsRequired)
	}
	requests[0].Revision = run.Revision
	o = order{kind: kindRecipe, summary: say.New("recipe", "recipes", steps.Names)}
	o.steps, err = s.choose(ctx, run.On, requests)
	return o, err
}

// choose compiles the filters of the steps. What they compute is about the state before the first step.
func (s *Service) choose(ctx context.Context, scope store.Scope, requests []Request) ([]chosen, error) {
	list := make([]chosen, len(requests))
	for i, req := range requests {
		where, err := s.Selection(ctx, scope, req)
		if err != nil {
			return nil, &stepError{i, err}
		}
		list[i] = chosen{req, where}
	}
	return list, nil
}

// previewAll works out what several changes would do. Nobody has to wait where no filter depends on what another change has left.
func (s *Service) previewAll(ctx context.Context, scope store.Scope, steps []chosen) (done []*Result, err error) {
	if independent(steps) {
		return s.planAll(ctx, s.db.View(scope), steps, nil)
	}
	_, err = s.db.Rehearse(ctx, scope, "bulk", func(edit store.EditFunc) error {
		return edit(ctx, func(e *store.Edit) error {
			done, err = s.applyAll(ctx, e, steps)
			return err
		})
	})
	return done, err
}

// planAll works out several changes, each on the rows that those before it have left, and writes each as soon as it is worked out. A nil
// edit writes nothing.
func (s *Service) planAll(ctx context.Context, view *store.View, steps []chosen, e *store.Edit) ([]*Result, error) {
	done, left := make([]*Result, len(steps)), leftRows{}
	for i, step := range steps {
		p := newPlan(view, s.db, step.Request, step.where, e != nil)
		p.left, p.looking = left, operationsOn(step.Resource, steps)
		result, err := p.run(ctx)
		if err == nil && e != nil {
			err = result.write(ctx, e)
		}
		if err != nil {
			return nil, &stepError{i, refused(err, steps[i:])}
		}
		left.add(result)
		done[i] = result
	}
	return done, nil
}

func operationsOn(r *record.Resource, steps []chosen) (list []record.Operation) {
	for _, step := range steps {
		if step.Resource == r {
			list = append(list, step.Operations...)
		}
	}
	return list
}

// applyAll makes several changes in one edit. One that depends on what another has left looks at the database again.
func (s *Service) applyAll(ctx context.Context, e *store.Edit, steps []chosen) (done []*Result, err error) {
	if independent(steps) {
		return s.planAll(ctx, e.View(), steps, e)
	}
	for i, step := range steps {
		one, err := s.planAll(ctx, e.View(), []chosen{step}, e)
		if err != nil {
			_, cause := StepOf(err)
			return nil, &stepError{i, cause}
		}
		done = append(done, one...)
	}
	return done, nil
}

// independent reports whether no filter looks at what a change before it has changed, so that the records of all steps are known before
// the first one is made.
func independent(steps []chosen) bool {
	for i, step := range steps {
		for _, later := range steps[i+1:] {
			if step.affects(later) {
				return false
			}
		}
	}
	return true
}

// affects reports whether a change may change which records a later one finds, or what those refer to.
func (c chosen) affects(later chosen) bool {
	return slices.ContainsFunc(c.Operations, func(o record.Operation) bool {
		if o.Op == record.OpRename || o.Op == record.OpDelete || o.Field != nil && isClass(o.Field) {
			return true
		}
		return c.Resource == later.Resource && later.looksAt(fieldsOf(o))
	})
}

// fieldsOf returns the fields that an operation changes, with those that follow from them.
func fieldsOf(o record.Operation) []string {
	names := []string{"updated_at", "min"} // min follows nominal
	for _, f := range append(o.Fields, o.Field) {
		if f != nil {
			names = append(names, f.Name, f.Count)
		}
	}
	if slices.Contains(names, "tag_id") || slices.Contains(names, "tag_ids") {
		names = append(names, "tag_id", "tag_ids")
	}
	return names
}

func (c chosen) looksAt(names []string) bool {
	for _, condition := range c.where {
		for _, m := range condition.Any {
			if m.Field != nil && slices.Contains(names, m.Field.Name) {
				return true
			}
		}
	}
	return false
}

// leftRows are the rows that steps have left, by resource and id.
type leftRows map[*record.Resource]map[int64]record.Row

func (l leftRows) add(result *Result) {
	for _, c := range slices.Concat(result.Changes, result.Referring) {
		if l[c.Resource] == nil {
			l[c.Resource] = map[int64]record.Row{}
		}
		l[c.Resource][c.Resource.ID(c.Old)] = c.New
	}
}

// over replaces rows by what steps have left of them.
func (l leftRows) over(r *record.Resource, rows []record.Row) {
	for i, row := range rows {
		if left := l[r][r.ID(row)]; left != nil {
			rows[i] = left
		}
	}
}

// CopyOf returns the body of a recipe that is like another one, with the factor put in where that is built in. Its errors are those of
// StepsOf.
func (s *Service) CopyOf(ctx context.Context, scope store.Scope, chosen Chosen) (*jsontree.Object, error) {
	name, text, err := s.recipe(ctx, scope, chosen)
	if err != nil {
		return nil, err
	}
	steps, err := jsontree.Parse([]byte(text))
	body := new(jsontree.Object)
	body.Set("name", name)
	body.Set("steps", steps)
	if b := BuiltInCalled(chosen.Recipe); b != nil {
		body.Set("note", b.Note)
	}
	return body, err
}
