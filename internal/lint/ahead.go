package lint

import (
	"context"
	"fmt"
	"sync"

	"quartermaster/internal/store"
)

// mostAhead is how many answers about changes are remembered.
const mostAhead = 256

// ahead remembers what would be found after changes. It is safe for concurrent use.
type ahead struct {
	mu    sync.Mutex
	known map[string][]Finding
}

func (a *ahead) get(key string) ([]Finding, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	found, known := a.known[key]
	return found, known
}

func (a *ahead) put(key string, found []Finding) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil || len(a.known) >= mostAhead {
		a.known = map[string][]Finding{}
	}
	a.known[key] = found
}

// ErrorsAfter returns the errors that there would be after a change of an instance, of which nothing is kept. Changes of one name do the
// same as long as the instance stays as it is, so that it is tried once. Its errors are those of the change, and store.ErrNotFound if there
// is no such instance.
func (s *Service) ErrorsAfter(
	ctx context.Context, scope store.Scope, name string, change func(context.Context, *store.Edit) error,
) ([]Finding, error) {
	now, err := s.state(ctx, scope)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprint(scope.Owners(), now, name)
	if found, known := s.ahead.get(key); known {
		return found, nil
	}
	found, err, _ := s.running.Do("after"+key, func() (any, error) { return s.errorsAfter(context.WithoutCancel(ctx), scope, change) })
	if err != nil {
		return nil, err
	}
	s.ahead.put(key, found.([]Finding))
	return found.([]Finding), nil
}

func (s *Service) errorsAfter(
	ctx context.Context, scope store.Scope, change func(context.Context, *store.Edit) error,
) (list []Finding, err error) {
	_, err = s.db.Rehearse(ctx, scope, "layer", func(edit store.EditFunc) error {
		return edit(ctx, func(e *store.Edit) error {
			if err := change(ctx, e); err != nil {
				return err
			}
			found, err := s.checkIn(ctx, e)
			for _, f := range found {
				if !f.Vanilla && f.Severity == Error {
					list = append(list, f)
				}
			}
			return err
		})
	})
	return list, err
}
