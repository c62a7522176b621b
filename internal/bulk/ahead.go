package bulk

import (
	"context"

	"quartermaster/internal/store"
)

// RunNow makes the changes of a run as one revision, however long it takes. Its errors are those of PreviewRun.
func (s *Service) RunNow(ctx context.Context, scope store.Scope, run Run) error {
	o, err := s.orderOfRun(ctx, scope, run)
	if err == nil {
		_, err = s.apply(ctx, run.On, o, store.Many)
	}
	return err
}

// RunIn makes the changes of a recipe within an edit. Its errors are those of PreviewRun.
func (s *Service) RunIn(ctx context.Context, e *store.Edit, recipe Chosen) error {
	o, err := s.orderOfRun(ctx, e.Scope, Run{Recipes: []Chosen{recipe}, On: e.Scope})
	if err == nil {
		_, err = s.applyAll(ctx, e, o.steps)
	}
	return err
}

// IsRefusal reports whether an error says what is wrong with a change, in words for its user.
func IsRefusal(err error) bool {
	_, cause := StepOf(err)
	return isRefusal(cause)
}
