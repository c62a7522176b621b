package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/pressly/goose/v3"
)

// Draft is a copy of a database under construction, which takes the place of the present one when it is complete.
type Draft struct {
	Tables []Table // each after those that it refers to

	catalog
	db         *sql.DB
	file       string // SQLite only
	home       string // PostgreSQL only: the schema of the tables in use
	migrations func() (*goose.Provider, error)
}

// NewestMigration is the newest version of the tables that this program knows.
func NewestMigration() int64 {
	files, _ := migrationsFor(goose.DialectSQLite3)
	names, _ := fs.Glob(files, "*.sql")
	newest, _ := goose.NumericComponent(names[len(names)-1])
	return newest
}

// Exists reports whether the database that c names exists. It returns an error for an address that is none, and where the database does not
// answer.
func Exists(ctx context.Context, c Config) (bool, error) {
	if c.DatabaseURL == "" {
		_, err := os.Stat(filepath.Join(c.Dir, sqliteFileName))
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return true, err
	}
	db, err := readPostgres(ctx, c)
	if err != nil {
		return false, err
	}
	defer db.Close()
	names, err := tableNames(ctx, postgres{}, db)
	return len(names) > 0, err
}

// NewDraft creates empty tables in the version of a migration: on SQLite in c.Dir, which must hold no database, on PostgreSQL
// in a schema of their own. It returns ErrTaken when the PostgreSQL database is in use. The caller closes the draft.
func NewDraft(ctx context.Context, c Config, migration int64) (*Draft, error) {
	open := draftSQLite
	if c.DatabaseURL != "" {
		open = draftPostgres
	}
	d, err := open(ctx, c)
	if err != nil {
		return nil, contextError(ctx, err)
	}
	if err := d.prepare(ctx, migration); err != nil {
		return nil, errors.Join(contextError(ctx, err), d.Close())
	}
	return d, nil
}

// prepare makes the tables and takes out the reference data that migrations put in: the copy brings its own.
func (d *Draft) prepare(ctx context.Context, migration int64) error {
	provider, err := d.migrations()
	if err != nil {
		return err
	}
	if _, err := provider.UpTo(ctx, migration); err != nil {
		return fmt.Errorf("cannot make the tables: %w", err)
	}
	if d.Tables, err = describeTables(ctx, d, d.db); err != nil {
		return err
	}
	for _, t := range slices.Backward(d.Tables) {
		if _, err := d.db.ExecContext(ctx, "DELETE FROM "+quoted(t.Name)); err != nil {
			return err
		}
	}
	return nil
}

// Load fills t with rows, their columns in the order of t.Columns, until next returns nil, and returns their number. The ids of
// later rows continue after t.LastID.
func (d *Draft) Load(ctx context.Context, t Table, next func() ([]any, error)) (int64, error) {
	n, err := d.load(ctx, d.db, t, next)
	if err == nil && t.hasIDs() {
		err = d.setLastID(ctx, d.db, t.Name, t.LastID)
	}
	return n, contextError(ctx, err)
}

// Rows calls visit with the rows of t, as Snapshot.Rows does. It is called before Complete.
func (d *Draft) Rows(ctx context.Context, t Table, visit func(row []any) error) error {
	return readRows(ctx, d.db, t, visit)
}

// Complete brings the tables up to date and checks them. On SQLite that closes the file, all of which is on the disk then: it may be moved.
// It returns an error that says what is damaged.
func (d *Draft) Complete(ctx context.Context) error {
	provider, err := d.migrations()
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("cannot bring the tables up to date: %w", contextError(ctx, err))
	}
	if err := d.check(ctx, d.db); err != nil || d.file == "" {
		return contextError(ctx, err)
	}
	if err := d.db.Close(); err != nil {
		return err
	}
	return syncFile(d.file)
}

// Publish replaces the tables in use with the draft and moves them into the schema aside. On SQLite it does nothing: there the
// caller moves the file. It returns ErrTaken when the database is in use.
func (d *Draft) Publish(ctx context.Context, aside string) error {
	if d.file != "" {
		return nil
	}
	return contextError(ctx, publishPostgres(ctx, d.db, d.home, aside))
}

// Close closes the draft and, on PostgreSQL, drops it unless it was published.
func (d *Draft) Close() error {
	var err error
	if d.home != "" {
		_, err = d.db.ExecContext(context.Background(), dropDraft)
	}
	return errors.Join(err, d.db.Close())
}
