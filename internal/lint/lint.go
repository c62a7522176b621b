package lint

import (
	"context"
	"time"

	"quartermaster/internal/economy"
	"quartermaster/internal/store"
)

// Service checks the records of instances.
type Service struct {
	db    *store.DB
	maps  *economy.Service // for the room on maps alone
	now   func() time.Time
	cache cache
	seen  time.Time // when CountChanged has looked at all instances
}

// New returns a service over the records of db. It remembers findings, so there should be one for a database.
func New(db *store.DB) *Service {
	return &Service{db: db, maps: economy.New(db), now: time.Now, cache: cache{known: map[store.Scope]outcome{}}}
}

// Check returns the findings in the records of an instance, the most severe first; callers must not change them. As long as nothing
// changes, they are not looked for again. It returns store.ErrNotFound if there is no such instance.
func (s *Service) Check(ctx context.Context, scope store.Scope) ([]Finding, error) {
	now, err := s.state(ctx, scope)
	if err != nil {
		return nil, err
	}
	if found, known := s.cache.get(scope, now, s.now()); known {
		return found, nil
	}
	found, err := s.look(ctx, scope)
	if err == nil {
		s.cache.put(scope, outcome{now, s.now(), found})
	}
	return found, err
}

// look returns the findings without asking the cache.
func (s *Service) look(ctx context.Context, scope store.Scope) (found []Finding, err error) {
	err = s.each(ctx, scope, func(f Finding) { found = append(found, f.told()) })
	sortFindings(found)
	return found, err
}

// each calls tell with the findings, in no order. It holds none of them, so that there may be any number.
func (s *Service) each(ctx context.Context, scope store.Scope, tell func(Finding)) error {
	from := outside{s.db, scope}
	settings, err := read(ctx, from)
	if err != nil {
		return err
	}
	w, err := s.load(ctx, from, scope, settings)
	if err != nil {
		return err
	}
	if w.Room, err = s.maps.Room(ctx, scope); err != nil {
		return err
	}
	return w.check(Rules(), settings, tell)
}
