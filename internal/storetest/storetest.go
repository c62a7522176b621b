// Package storetest opens databases for tests: SQLite in a temporary folder, or PostgreSQL. Tests of what depends on the database
// run on both, by Both or Each; others run on SQLite, and on PostgreSQL where QM_TEST_POSTGRES is set.
package storetest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/store/conns"
)

// Open returns an empty database of the kind under test; it is closed with the test.
func Open(t testing.TB) *store.DB {
	t.Helper()
	if OnPostgres(t) {
		return Postgres(t)
	}
	return SQLite(t)
}

// The databases that tests run on, by the names of their subtests.
const (
	onSQLiteName   = "sqlite"
	onPostgresName = "postgres"
)

// OnPostgres tells whether a test runs on PostgreSQL: by the name of the subtest that it is part of, or else by the environment.
func OnPostgres(t testing.TB) bool {
	for part := range strings.SplitSeq(t.Name(), "/") {
		if part == onSQLiteName || part == onPostgresName {
			return part == onPostgresName
		}
	}
	return os.Getenv("QM_TEST_POSTGRES") != ""
}

// SQLite returns an empty SQLite database; it is closed with the test.
func SQLite(t testing.TB) *store.DB {
	t.Helper()
	return open(t, SQLiteConfig(t))
}

// SQLiteConfig returns where an empty SQLite database of the test lies.
func SQLiteConfig(t testing.TB) store.Config {
	t.Helper()
	return store.Config{Dir: filledDir(t), Unsynced: true, Key: key}
}

// PostgresConfig returns where an empty PostgreSQL database of the test is; see Postgres.
func PostgresConfig(t testing.TB) store.Config {
	t.Helper()
	return store.Config{DatabaseURL: pgtest.FilledURL(t, migrate), Key: key}
}

// Traced returns an empty SQLite database that reports its transactions; it is closed with the test.
func Traced(t testing.TB, trace conns.Trace) *store.DB {
	t.Helper()
	c := SQLiteConfig(t)
	c.Trace = trace
	return open(t, c)
}

// Observed returns an empty database of the kind under test that tells the observers of contexts of its statements.
func Observed(t testing.TB) *store.DB {
	t.Helper()
	var c store.Config
	if OnPostgres(t) {
		c = PostgresConfig(t)
	} else {
		c = SQLiteConfig(t)
	}
	c.Observed = true
	return open(t, c)
}

// Postgres returns an empty PostgreSQL database; it is closed with the test, which is skipped where PostgreSQL is not
// installed.
func Postgres(t testing.TB) *store.DB {
	t.Helper()
	return open(t, PostgresConfig(t))
}

// Twice opens one empty database of the kind under test twice, as two processes do.
func Twice(t testing.TB) (one, other *store.DB) {
	t.Helper()
	if OnPostgres(t) {
		return PostgresTwice(t)
	}
	c := SQLiteConfig(t)
	one = open(t, c)
	other, err := store.Open(context.Background(), c) // which does not store in slices, as a command does not
	if err != nil {
		t.Fatalf("opening the database again: %v", err)
	}
	t.Cleanup(func() { _ = other.Close() })
	return one, other
}

// PostgresTwice opens one empty PostgreSQL database twice, as two servers do; see Postgres.
func PostgresTwice(t testing.TB) (one, other *store.DB) {
	t.Helper()
	c := PostgresConfig(t)
	return open(t, c), open(t, c)
}

// migrate makes the tables once, and the databases of the tests are copies of that.
func migrate(ctx context.Context, url string) error {
	db, err := store.Open(ctx, store.Config{DatabaseURL: url})
	if err != nil {
		return err
	}
	return db.Close()
}

// Both runs a test on SQLite and on PostgreSQL: Open and the like return a database of the one whose turn it is.
func Both(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	t.Run(onSQLiteName, test)
	t.Run(onPostgresName, test)
}

// Each runs a test on both databases at the same time.
func Each(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	Both(t, func(t *testing.T) {
		t.Parallel()
		test(t, Open(t))
	})
}

// key is that of all databases of tests.
var key = bytes.Repeat([]byte{7}, store.KeySize)

// filled makes the tables of SQLite once, and returns the database's file.
var filled = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "storetest")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	db, err := store.Open(context.Background(), store.Config{Dir: dir, Unsynced: true, Key: key})
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, fileName)) //nolint:gosec // its own folder
})

// fileName is the name of the store's database.
const fileName = "quartermaster.db"

// filledDir returns a folder of the test with a copy of the database.
func filledDir(t testing.TB) string {
	t.Helper()
	content, err := filled()
	if err != nil {
		t.Fatalf("making the tables: %v", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, fileName), content, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t testing.TB, c store.Config) *store.DB {
	t.Helper()
	c.InSlices = true
	db, err := store.Open(context.Background(), c)
	if err != nil {
		t.Fatalf("opening the database: %v", err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("closing the database: %v", err)
		}
	})
	return db
}

// User creates a user and returns its id.
func User(t testing.TB, db *store.DB) int64 {
	t.Helper()
	sid := store.NewSID()
	now := db.Now()
	_, err := db.Exec(context.Background(),
		`INSERT INTO users (sid, name, email, password_hash, plan, created_at, updated_at) VALUES ($1, $2, $3, '', 'platinum', $4, $5)`,
		sid, "User "+sid, sid+"@example.org", now, now)
	if err != nil {
		t.Fatalf("making a user: %v", err)
	}
	var id int64
	if err := db.QueryRow(context.Background(), `SELECT id FROM users WHERE sid = $1`, sid).Scan(&id); err != nil {
		t.Fatalf("reading the user: %v", err)
	}
	return id
}

// Instance creates an instance of the user on Chernarus and returns its scope and sid.
func Instance(t testing.TB, db *store.DB, userID int64) (store.Scope, string) {
	t.Helper()
	row, err := db.CreateInstance(context.Background(), userID, record.Values{"name": "Test", "map_id": int64(1)})
	if err != nil {
		t.Fatalf("making an instance: %v", err)
	}
	r := record.Instances
	return store.Scope{UserID: userID, InstanceID: r.ID(row)}, r.SID(row)
}
