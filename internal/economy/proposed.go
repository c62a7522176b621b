package economy

import (
	"context"

	"quartermaster/internal/store"
)

// Proposed returns the figures of the present state and its revision, and what the figures would be after the edits that fn makes, of
// which nothing is kept. Its errors are those of fn, and store.ErrNotFound when there is no such instance.
func (s *Service) Proposed(ctx context.Context, scope store.Scope,
	fn func(store.EditFunc) error,
) (before, after *Figures, revision int64, err error) {
	before, revision, err = s.Figures(ctx, scope)
	if err != nil {
		return nil, nil, 0, err
	}
	changes, err := s.db.Rehearse(ctx, scope, "bulk", fn)
	if err != nil {
		return nil, nil, 0, err
	}
	leave, err := s.turn.Enter(ctx, 1)
	if err != nil {
		return nil, nil, 0, err
	}
	defer leave()
	after, err = s.compute(ctx, scope, overlayBy(changes))
	return before, after, revision, err
}
