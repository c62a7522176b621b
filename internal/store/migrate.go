package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/ncruces/go-sqlite3"
	"github.com/pressly/goose/v3"

	"quartermaster/internal/store/conns"
)

// migratePostgres holds a lock, so that of several processes one makes or migrates the tables and the others wait.
func migratePostgres(ctx context.Context, pool *sql.DB, beside Beside) error {
	if err := refuseEmptied(ctx, postgres{}, pool, beside); err != nil {
		return err
	}
	if err := createPostgres(ctx, pool); err != nil {
		return err
	}
	return migrate(ctx, goose.DialectPostgres, pool, goose.WithSessionLocker(advisoryLock{}))
}

// advisoryLock is PostgreSQL's lock of a connection: the server wakes the next one at once and lets go when a process dies.
type advisoryLock struct{}

// migrationLock is the number of the lock, taken at random.
const migrationLock = 7_240_018_455_117_933

func (advisoryLock) SessionLock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, migrationLock)
	return err
}

func (advisoryLock) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, migrationLock)
	return err
}

// migrateLock is the file that a process holds while it opens the database of a folder.
const migrateLock = "migrate.lock"

// migrateSQLite holds a lock from the first look at the file on: a fresh one is made into a database with a write-ahead log
// only once, and of several processes one migrates and the others wait.
func migrateSQLite(ctx context.Context, write *sql.DB, c Config) error {
	unlock, err := lockFile(ctx, filepath.Join(c.Dir, migrateLock))
	if err != nil {
		return fmt.Errorf("waiting for another process that migrates the database: %w", err)
	}
	defer unlock()
	if err := createSQLite(c); err != nil {
		return err
	}
	if err := keepPrivate(filepath.Join(c.Dir, sqliteFileName)); err != nil {
		return err
	}
	if err := refuseEmptied(ctx, sqliteDialect{}, write, c.Beside); err != nil {
		return err
	}
	return migrate(ctx, goose.DialectSQLite3, write)
}

// refuseEmptied returns ErrEmptied for a database without the tables that the key beside it was made for, or without the users who
// have stored the files.
func refuseEmptied(ctx context.Context, c catalog, db *sql.DB, beside Beside) error {
	if beside == (Beside{}) {
		return nil
	}
	names, err := tableNames(ctx, c, db)
	if err != nil {
		return err
	}
	if !slices.Contains(names, "users") {
		return ErrEmptied
	}
	if !beside.Files {
		return nil
	}
	var users bool
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM users)`).Scan(&users)
	if err == nil && !users {
		err = ErrEmptied
	}
	return err
}

// newProvider returns the migrations of a kind of database. Those with a lower number than the newest one that was applied are
// applied as well: a build between two releases may not have had them.
func newProvider(d goose.Dialect, db *sql.DB, opts ...goose.ProviderOption) (*goose.Provider, error) {
	files, err := migrationsFor(d)
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	return goose.NewProvider(d, db, files, append(opts, goose.WithAllowOutofOrder(true))...)
}

func migrate(ctx context.Context, d goose.Dialect, db *sql.DB, opts ...goose.ProviderOption) error {
	provider, err := newProvider(d, db, opts...)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("cannot bring the database up to date: %w", err)
	}
	return nil
}

// lockFile waits for an exclusive lock on a file of its own. SQLite does the locking: it works on every operating system, and
// the lock goes when the process dies.
func lockFile(ctx context.Context, path string) (unlock func(), err error) {
	return exclusive(ctx, path, "60000")
}

func exclusive(ctx context.Context, path, timeoutMS string) (unlock func(), err error) {
	if err := keepPrivate(path); err != nil {
		return nil, err
	}
	db, err := conns.OpenSQLite(fileDSN(path, "_txlock=exclusive", "_pragma=busy_timeout("+timeoutMS+")", "_pragma=journal_mode(memory)"),
		unprepared)
	if err != nil {
		return nil, err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return func() { _ = tx.Rollback(); _ = db.Close() }, nil
}

// Claim reserves a data folder for one server until release is called or the process ends. It returns ErrTaken when
// another process serves it.
func Claim(ctx context.Context, dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot create the data folder: %w", err)
	}
	release, err = exclusive(ctx, filepath.Join(dir, "serve.lock"), "0")
	if errors.Is(err, sqlite3.BUSY) {
		return nil, ErrTaken
	}
	return release, err
}
