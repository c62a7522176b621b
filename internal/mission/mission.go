// Package mission is an instance's files as a whole: it reads the game's files into records and writes them back.
package mission

import (
	"context"
	"log/slog"

	"quartermaster/internal/archive"
	"quartermaster/internal/store"
)

// Service imports files into instances and generates them.
type Service struct {
	db       *store.DB
	ledger   *ledger
	onDemand []Kind
	ward     ward
}

// New returns a service over the records of db.
func New(db *store.DB) *Service {
	return &Service{db: db, ledger: newLedger(), ward: ward{logger: slog.Default()}}
}

// Mode says what an import does with records that the file does not name.
type Mode string

// The modes of an import.
const (
	Merge   Mode = "merge"   // they stay
	Replace Mode = "replace" // they are deleted: the file's records become exactly the file's
)

// Upload is a file to import: the path under which it was found, and its content.
type Upload = archive.File

// The ends that an import of a file comes to.
const (
	Imported = "imported"
	Skipped  = "skipped" // not a file that is taken
	Failed   = "failed"  // it could not be read; no record comes of it

	// Cancelled files were not reached before the import was cut off.
	Cancelled = "cancelled"
)

// Report tells what an import did with one file.
type Report struct {
	Path      string   `json:"path"` // below the server's root; as uploaded where the file was not imported
	Kind      Kind     `json:"kind"`
	Status    string   `json:"status"`
	Created   int      `json:"created"`
	Updated   int      `json:"updated"`
	Unchanged int      `json:"unchanged"`
	Deleted   int      `json:"deleted"`
	Warnings  []string `json:"warnings"`
	Error     string   `json:"error"` // why it failed, with the line where there is one
	Kept      bool     `json:"kept"`  // it could not be read, and is kept as it came
}

// instance is what files depend on beside their records.
type instance struct {
	mission      string // folder below mpmissions
	useTypes     bool   // types files are written from the records
	useCatalogue bool   // new class names take what the catalogue knows
	onDemand     []Kind // files that hold more than their own records
	revision     int64
	ward         ward
	claims       *claims // of an import
}

func (s *Service) instance(ctx context.Context, scope store.Scope) (i instance, err error) {
	i.onDemand, i.ward = s.onDemand, s.ward
	err = s.db.QueryRow(ctx, `SELECT mission, use_types_config, use_vanilla_classnames, revision FROM instances WHERE id = $1 AND user_id = $2`,
		scope.InstanceID, scope.UserID).Scan(&i.mission, &i.useTypes, &i.useCatalogue, &i.revision)
	return i, err
}
