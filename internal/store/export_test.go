package store

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3/driver"
	"github.com/pressly/goose/v3"

	"quartermaster/internal/record"
	"quartermaster/internal/store/conns"
)

// MaxTotals is how many totals are kept.
const MaxTotals = maxTotals

// KeepTotals keeps the totals of n instances and returns how many are left.
func KeepTotals(n int) int {
	t := newTotals()
	for id := range n {
		t.put(totalKey{scope: Scope{InstanceID: int64(id)}}, total{})
	}
	return len(t.known)
}

// FollowTotals has totals followed that are as large as that.
func FollowTotals(db *DB, worth int64) { db.totals.worth = worth }

// RememberedInstances is how many instances a user is remembered to have.
func RememberedInstances(db *DB, user int64) int64 { return db.owned.get(user).n }

// ForgetMigration undoes what a migration has made, with the statement, and that it was applied.
func ForgetMigration(ctx context.Context, db *DB, version int, undo string) error {
	_, err := db.Exec(ctx, undo)
	if err == nil {
		_, err = db.Exec(ctx, `DELETE FROM goose_db_version WHERE version_id = $1`, version)
	}
	return err
}

// SetClock sets what the database takes for the time.
func SetClock(db *DB, now func() time.Time) { db.now = now }

// MigrateDown takes all migrations back.
func MigrateDown(ctx context.Context, c Config) error {
	dialect := goose.DialectSQLite3
	db, err := driver.Open(sqliteDSN(c, "_txlock=immediate"))
	if c.DatabaseURL != "" {
		dialect = goose.DialectPostgres
		db, err = sql.Open("pgx", c.DatabaseURL)
	}
	if err != nil {
		return err
	}
	provider, err := newProvider(dialect, db)
	if err == nil {
		_, err = provider.DownTo(ctx, 0)
	}
	return errors.Join(err, db.Close())
}

// MigrateTo makes the tables of an empty PostgreSQL database as they were at a migration.
func MigrateTo(ctx context.Context, url string, version int64) error {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return err
	}
	provider, err := newProvider(goose.DialectPostgres, db)
	if err == nil {
		_, err = provider.UpTo(ctx, version)
	}
	return errors.Join(err, db.Close())
}

// IDsQuery returns the statement that finds the records of a list.
func IDsQuery(db *DB, r *record.Resource, s Scope, ask record.Query) (text string, args []any) {
	q := db.idsQuery(r, s, ask)
	return q.String(), q.args
}

// CountStatements counts those that run from now on.
func CountStatements(db *DB) *atomic.Int64 {
	n := new(atomic.Int64)
	db.reader = countingReader{db.reader, n}
	db.writer = countingWriter{db.writer, n}
	return n
}

type countingReader struct {
	conns.Reader
	n *atomic.Int64
}

func (c countingReader) Query(ctx context.Context, text string, args []any) (*sql.Rows, func() error, error) {
	c.n.Add(1)
	return c.Reader.Query(ctx, text, args)
}

type countingWriter struct {
	conns.Writer
	n *atomic.Int64
}

func (c countingWriter) Transact(ctx context.Context, m conns.Mode, fn func(conns.Runner) error) error {
	return c.Writer.Transact(ctx, m, func(run conns.Runner) error { return fn(countingRunner{run, c.n}) })
}

type countingRunner struct {
	conns.Runner
	n *atomic.Int64
}

func (c countingRunner) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	c.n.Add(1)
	return c.Runner.ExecContext(ctx, query, args...)
}

func (c countingRunner) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	c.n.Add(1)
	return c.Runner.QueryContext(ctx, query, args...)
}

// LimitPages lets the file of an SQLite database grow no further.
func LimitPages(t testing.TB, db *DB) { pragma(t, db, "PRAGMA max_page_count = 1") }

// NoPatience lets the writer of an SQLite database wait for nobody.
func NoPatience(t testing.TB, db *DB) { pragma(t, db, "PRAGMA busy_timeout = 1") }

func pragma(t testing.TB, db *DB, text string) {
	t.Helper()
	if _, err := db.writer.(*conns.Single).ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}

// SliceFinely has edits of so many changes made in slices of two records. It changes nothing on PostgreSQL.
func SliceFinely(db *DB, from int64) {
	if db.slices != nil {
		db.slices.rows, db.slices.from = 2, from
	}
}
