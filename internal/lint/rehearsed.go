package lint

import (
	"context"

	"quartermaster/internal/economy"
	"quartermaster/internal/store"
)

// Rehearsed is what a change that is not stored would do: the findings that it would add, and those that it would take away, each the most
// severe first, and the figures of the economy without and with it.
type Rehearsed struct {
	Tried
	Before, After *economy.Figures
}

// Rehearse makes a change of an instance, of which nothing is kept, and says what it would do. Its errors are those of the change, and
// store.ErrNotFound if there is no such instance.
func (s *Service) Rehearse(ctx context.Context, scope store.Scope, of *economy.Service,
	change func(*store.Edit) error,
) (r Rehearsed, err error) {
	was, err := s.Check(ctx, scope)
	if err != nil {
		return r, err
	}
	var is []Finding
	r.Before, r.After, _, err = of.Proposed(ctx, scope, func(edit store.EditFunc) error {
		return edit(ctx, func(e *store.Edit) (err error) {
			if err = change(e); err == nil {
				is, err = s.checkIn(ctx, e)
			}
			return err
		})
	})
	r.Tried = Tried{Added: without(is, was), Gone: without(was, is)}
	return r, err
}

// checkIn returns the findings in the records of an instance as an edit sees them. Nothing of them is remembered.
func (s *Service) checkIn(ctx context.Context, e *store.Edit) (found []Finding, err error) {
	from := rehearsal{e}
	settings, err := read(ctx, from)
	if err != nil {
		return nil, err
	}
	w, err := s.load(ctx, from, e.Scope, settings)
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

// rehearsal reads records as an edit sees them. Where that is made on a copy of the instance, which has neither logs nor the contents of
// files, those are read as they are stored.
type rehearsal struct{ *store.Edit }

func (r rehearsal) Query(ctx context.Context, query string, args ...any) (*store.Rows, error) {
	if original := r.Original(); original != nil {
		return original.Query(ctx, query, args...)
	}
	return r.Edit.Query(ctx, query, args...)
}
