package economy

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/ce"
	"quartermaster/internal/gate"
	"quartermaster/internal/store"
)

// Service computes the economy of instances. It is safe for concurrent use: one instance is computed at a time, so that many requests
// take no more memory than one.
type Service struct {
	db         *store.DB
	turn       *gate.Gate // to compute figures
	simulation *gate.Gate // to simulate
	cache      cache
}

// New returns a service over the records of db. It remembers figures, so there should be one for a database.
func New(db *store.DB) *Service {
	return &Service{
		db: db, turn: oneByOne("computing"), simulation: oneByOne("simulations"),
		cache: cache{figures: map[figuresKey]*Figures{}, grounds: map[store.Scope]knownGround{}},
	}
}

// Figures returns the figures of the present state of an instance, and its revision; callers must not change them. It returns
// store.ErrNotFound if there is no such instance.
func (s *Service) Figures(ctx context.Context, scope store.Scope) (*Figures, int64, error) {
	now, err := s.state(ctx, scope)
	if err != nil {
		return nil, 0, err
	}
	f, err := s.at(ctx, scope, now, now.revision)
	return f, now.revision, err
}

// At returns the figures of an instance with the records of an earlier revision, and the map's files of today. It returns
// store.ErrNotFound if the history does not have the revision.
func (s *Service) At(ctx context.Context, scope store.Scope, revision int64) (*Figures, error) {
	now, err := s.state(ctx, scope)
	if err != nil {
		return nil, err
	}
	return s.at(ctx, scope, now, revision)
}

func (s *Service) at(ctx context.Context, scope store.Scope, now state, revision int64) (*Figures, error) {
	leave, err := s.turn.Enter(ctx, 1)
	if err != nil {
		return nil, err
	}
	defer leave()
	key := figuresKey{scope.Owners(), now, revision}
	if f := s.cache.figures[key]; f != nil {
		return f, nil
	}
	then, err := overlayOf(ctx, s.db, scope, now.revision, revision)
	if err != nil {
		return nil, err
	}
	f, err := s.compute(ctx, scope, then)
	if err == nil {
		s.cache.put(key, f)
	}
	return f, err
}

// oneByOne has the work of accounts take turns.
func oneByOne(name string) *gate.Gate {
	return gate.New(gate.Limits{Name: name, Total: 1, Waiters: 128, Patient: time.Minute})
}

// Rolls computes what a class, such as an infected, spawns with, and rolls it a number of times. The same seed gives the same rolls.
func (s *Service) Rolls(ctx context.Context, f *Figures, class string, seed int64, times int) (Rolls, error) {
	leave, err := s.simulation.Enter(ctx, 1)
	if err != nil {
		return Rolls{}, err
	}
	defer leave()
	return f.rolls(class, seed, times), nil
}

// ErrNoBuilding says that the map is not known, or has no building of a class.
var ErrNoBuilding = errors.New("economy: no such building is placed")

// Fill fills the map with what is wanted a number of times, and counts what lies in the buildings of a class. The same seed gives the same
// result. The error is ErrNoBuilding where the map is not known or has no such building.
func (s *Service) Fill(ctx context.Context, f *Figures, building string, seed int64, runs int) (Fill, error) {
	leave, err := s.simulation.Enter(ctx, 1)
	if err != nil {
		return Fill{}, err
	}
	defer leave()
	filled, known := f.fill(building, seed, runs)
	if !known {
		return Fill{}, ErrNoBuilding
	}
	return filled, nil
}

func (s *Service) compute(ctx context.Context, scope store.Scope, then overlay) (*Figures, error) {
	l := newLoader(ctx, s.db, scope)
	g, own := s.ground(l)
	l.then = then
	w := l.world(own)
	if l.err != nil {
		return nil, l.err
	}
	return compute(w, g), nil
}

// ground returns the placed buildings of an instance, nil where they are not known, and its groups of names.
func (s *Service) ground(l *loader) (*ground, groups) {
	var land landFiles
	land.Limits, land.Groups = l.limits()
	own := groupsOf(land.Groups)
	is := l.landState()
	if known, found := s.cache.grounds[l.scope.Owners()]; found && known.is == is {
		return known.ground, own
	}
	var g *ground
	prototypes, positions := l.file(prototypesPath), l.file(positionsPath)
	if prototypes != "" && positions != "" && l.err == nil {
		land.Prototypes = ce.ParsePrototypes(prototypes)
		for at := range ce.Positions(positions) {
			land.Positions = append(land.Positions, at)
		}
		land.Cells = l.cells(land.Positions)
		land.Towns = l.towns()
		g = newGround(&land)
	}
	if l.err == nil {
		s.cache.putGround(l.scope, knownGround{is, g})
	}
	return g, own
}

// cache remembers figures and grounds, within bounds. Only who has the turn uses it.
type cache struct {
	figures map[figuresKey]*Figures
	size    int // types
	grounds map[store.Scope]knownGround
}

const (
	maxTypes   = 30_000 // of all remembered figures; one takes half a kilobyte with what it spawns with
	maxGrounds = 8      // a map of the game takes a megabyte
)

// figuresKey is what figures depend on.
type figuresKey struct {
	scope    store.Scope
	is       state
	revision int64
}

type knownGround struct {
	is     string
	ground *ground
}

// put remembers figures; when there are too many, all others are forgotten. The last ones are kept however large they are.
func (c *cache) put(key figuresKey, f *Figures) {
	c.size += f.size()
	if c.size > maxTypes {
		clear(c.figures)
		c.size = f.size()
	}
	c.figures[key] = f
}

// Forget frees the figures of an instance in a state that is over, unless somebody computes: then they go when there are too many.
func (s *Service) Forget(scope store.Scope) {
	if leave, free := s.turn.Try(context.Background(), 1); free {
		defer leave()
		s.cache.forget(scope)
	}
}

func (c *cache) forget(scope store.Scope) {
	for key, f := range c.figures {
		if key.scope == scope {
			c.size -= f.size()
			delete(c.figures, key)
		}
	}
}

// size is about how many types the figures are as large as.
func (f *Figures) size() int {
	return len(f.Types) + len(f.world.Spawnable) + len(f.world.Presets) + 100
}

func (c *cache) putGround(scope store.Scope, known knownGround) {
	if len(c.grounds) >= maxGrounds {
		clear(c.grounds)
	}
	c.grounds[scope.Owners()] = known
}

// state identifies what the records of an instance are.
type state struct {
	revision, deletions, categories int64 // deletions: of what its records refer to
}

// state returns the state of an instance, or store.ErrNotFound.
func (s *Service) state(ctx context.Context, scope store.Scope) (now state, err error) {
	const text = `SELECT i.revision, u.record_changes, (SELECT COALESCE(max(c.updated_at), 0) FROM categories c WHERE c.user_id = u.id)
		FROM instances i JOIN users u ON u.id = i.user_id WHERE i.id = $1 AND i.user_id = $2`
	err = s.db.QueryRow(ctx, text, scope.InstanceID, scope.UserID).Scan(&now.revision, &now.deletions, &now.categories)
	return now, err
}
