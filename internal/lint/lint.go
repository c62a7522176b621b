package lint

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/singleflight"

	"quartermaster/internal/economy"
	"quartermaster/internal/gate"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/store"
)

// Service checks the records of instances.
type Service struct {
	db    *store.DB
	maps  *economy.Service // for the room on maps alone
	packs *ownpacks.Service
	now   func() time.Time
	cache cache
	plain *plainTexts

	running singleflight.Group // what is being looked for or counted, by instance
	turns   *gate.Gate         // to counting
	trying  *gate.Gate         // to trying changes
	tries   tries
	ahead   ahead
}

// countedAtOnce is how many instances of one account are counted at once; the problems of others wait no longer for that than a minute.
const countedAtOnce, countsWaiting = 1, 128

// New returns a service over the records of db. It remembers findings, so there should be one for a database.
func New(db *store.DB) *Service {
	return &Service{
		db: db, maps: economy.New(db), now: time.Now, cache: cache{known: map[store.Scope]outcome{}}, trying: oneTry(),
		plain: newPlainTexts(), packs: ownpacks.New(db, nil),
		turns: gate.New(gate.Limits{Name: "counting problems", Total: 2 * countedAtOnce, Waiters: countsWaiting, Patient: time.Minute}),
	}
}

// Check returns the findings in the records of an instance, the most severe first; callers must not change them. As long as nothing
// changes, they are not looked for again, and whoever asks while they are looked for gets the same. It returns store.ErrNotFound if there
// is no such instance.
func (s *Service) Check(ctx context.Context, scope store.Scope) ([]Finding, error) {
	now, err := s.state(ctx, scope)
	if err != nil {
		return nil, err
	}
	if found, known := s.cache.get(scope, now, s.now()); known {
		return found, nil
	}
	found, err, _ := s.running.Do(fmt.Sprint("check", scope, now), func() (any, error) {
		return s.remember(context.WithoutCancel(ctx), scope, now)
	})
	if err != nil {
		return nil, err
	}
	return found.([]Finding), nil
}

// Known returns what Check does if that is remembered. Else it begins to look, for which nobody waits, and reports false.
func (s *Service) Known(ctx context.Context, scope store.Scope) (found []Finding, known bool, err error) {
	now, err := s.state(ctx, scope)
	if err != nil {
		return nil, false, err
	}
	if found, known = s.cache.get(scope, now, s.now()); !known {
		ctx = context.WithoutCancel(ctx)
		s.running.DoChan(fmt.Sprint("check", scope, now), func() (any, error) {
			leave, err := s.turns.Enter(ctx, 1)
			if err != nil {
				return []Finding(nil), err
			}
			defer leave()
			return s.remember(ctx, scope, now)
		})
	}
	return found, known, nil
}

// remember looks for the findings of an instance in a state, and remembers them.
func (s *Service) remember(ctx context.Context, scope store.Scope, in state) ([]Finding, error) {
	var found []Finding
	until, err := s.each(ctx, scope, func(f Finding) { found = append(found, f.told()) })
	if sortFindings(found); err == nil {
		s.cache.put(scope, outcome{in, until, found})
	}
	return found, err
}

// each calls tell with the findings, in no order. It holds none of them, so that there may be any number. They are the same until a moment,
// unless something changes.
func (s *Service) each(ctx context.Context, scope store.Scope, tell func(Finding)) (until time.Time, err error) {
	w, settings, err := s.read(ctx, scope)
	if err != nil {
		return until, err
	}
	return w.until(), w.check(Rules(), settings, tell)
}

// read returns what rules look at in an instance, and their settings.
func (s *Service) read(ctx context.Context, scope store.Scope) (*world, Settings, error) {
	from := outside{s.db, scope}
	settings, err := read(ctx, from)
	if err != nil {
		return nil, settings, err
	}
	w, err := s.load(ctx, from, scope, settings)
	if err == nil {
		w.Room, err = s.maps.Room(ctx, scope)
	}
	return w, settings, err
}
