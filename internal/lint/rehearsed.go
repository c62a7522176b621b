package lint

import (
	"context"

	"quartermaster/internal/store"
)

// CheckIn returns the findings in the records of an instance as an edit sees them, the most severe first. Nothing of them is remembered.
func (s *Service) CheckIn(ctx context.Context, e *store.Edit) (found []Finding, err error) {
	settings, err := read(ctx, e)
	if err != nil {
		return nil, err
	}
	w, err := s.load(ctx, e, e.Scope, settings)
	if err != nil {
		return nil, err
	}
	if w.Room, err = s.maps.Room(ctx, e.Scope); err != nil {
		return nil, err
	}
	err = w.check(Rules(), settings, func(f Finding) { found = append(found, f.told()) })
	sortFindings(found)
	return found, err
}
