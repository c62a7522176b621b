package mission

import (
	"context"
	"log/slog"

	"quartermaster/internal/ownpacks"
	"quartermaster/internal/pack"
	"quartermaster/internal/store"
)

// Service imports files into instances and generates them.
type Service struct {
	db       *store.DB
	cache    *fileCache
	versions *addedVersions
	known    *recognitions
	settled  *settledFiles
	onDemand []Kind
	guard    guard
	packs    *ownpacks.Service
}

// New returns a service over the records of db.
func New(db *store.DB) *Service {
	return &Service{
		db: db, cache: newFileCache(defaultMemory), versions: new(addedVersions), known: new(recognitions),
		settled: new(settledFiles), guard: guard{logger: slog.Default()}, packs: ownpacks.New(db, nil),
	}
}

// LoggingTo returns the service with another logger for panics than the default one.
func (s *Service) LoggingTo(logger *slog.Logger) *Service {
	logging := *s
	logging.guard.logger = logger
	return &logging
}

// Remembering returns the service with another bound on what it remembers of generated files, in bytes, and nothing remembered yet.
func (s *Service) Remembering(bytes int64) *Service {
	remembering := *s
	remembering.cache = newFileCache(bytes)
	return &remembering
}

// Including returns a service that adds the players of another list to files of the kinds BattlEye and Priority.
func (s *Service) Including(kinds ...Kind) *Service {
	including := *s
	including.onDemand = kinds
	return &including
}

// Knowing returns the service with other packs than those that come with the program.
func (s *Service) Knowing(packs *ownpacks.Service) *Service {
	knowing := *s
	knowing.packs = packs
	return &knowing
}

// Packs returns what finds the packs that count for users.
func (s *Service) Packs() *ownpacks.Service {
	if s == nil {
		return nil
	}
	return s.packs
}

// PacksOf returns what is known of the files of mods on an instance.
func (s *Service) PacksOf(ctx context.Context, scope store.Scope) (*pack.Set, error) {
	return s.Packs().Of(ctx, scope.UserID)
}

func (s *Service) instance(ctx context.Context, scope store.Scope) (i instance, err error) {
	i.onDemand, i.guard, i.settling, i.room = s.onDemand, s.guard, &settling{found: map[string]settled{}}, new(roomLeft)
	err = s.db.QueryRow(ctx, `SELECT i.mission, m.name_short, i.use_types_config, i.use_vanilla_classnames, i.revision
		FROM instances i JOIN maps m ON m.id = i.map_id WHERE i.id = $1 AND i.user_id = $2`,
		scope.InstanceID, scope.UserID).Scan(&i.mission, &i.mapName, &i.useTypes, &i.useCatalog, &i.revision)
	return i, err
}
