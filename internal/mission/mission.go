// Package mission imports the files of the game into the records of an instance, and writes them from the records.
//
// Its files are in layers, of which each uses those below it:
//   - instances, paths, references and reports (instance.go, paths.go, references.go, report.go)
//   - the work on one instance: importer stores a file, generator reads what files are written from, fileRecord compares
//   - the kinds of files: the interface (kind.go), kinds whose entries are records (entries.go) or whose files are (documents.go), and
//     one file for each, with all of them listed in kinds.go
//   - imports, generation and comparison of files, whatever their kinds
package mission

import (
	"context"
	"log/slog"

	"quartermaster/internal/store"
)

// Service imports files into instances and generates them.
type Service struct {
	db       *store.DB
	cache    *fileCache
	onDemand []Kind
	guard    guard
}

// New returns a service over the records of db.
func New(db *store.DB) *Service {
	return &Service{db: db, cache: newFileCache(), guard: guard{logger: slog.Default()}}
}

// LoggingTo returns the service with another logger than the default one for panics.
func (s *Service) LoggingTo(logger *slog.Logger) *Service {
	logging := *s
	logging.guard.logger = logger
	return &logging
}

// Including returns a service that writes files of the kinds, which are BattlEye and Priority, with the players of the other list.
func (s *Service) Including(kinds ...Kind) *Service {
	including := *s
	including.onDemand = kinds
	return &including
}

func (s *Service) instance(ctx context.Context, scope store.Scope) (i instance, err error) {
	i.onDemand, i.guard = s.onDemand, s.guard
	err = s.db.QueryRow(ctx, `SELECT mission, use_types_config, use_vanilla_classnames, revision FROM instances WHERE id = $1 AND user_id = $2`,
		scope.InstanceID, scope.UserID).Scan(&i.mission, &i.useTypes, &i.useCatalog, &i.revision)
	return i, err
}
