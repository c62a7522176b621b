package pgtest_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"testing"

	"quartermaster/internal/pgtest"
)

func TestMain(m *testing.M) {
	os.Exit(pgtest.Main(m))
}

func TestURLGivesAnEmptyDatabase(t *testing.T) {
	t.Parallel()
	db := open(t, pgtest.URL(t))
	const query = `SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'`
	if got := queryInt(t, db, query); got != 0 {
		t.Errorf("a new database has %d tables, want 0", got)
	}
}

func TestURLGivesEachCallItsOwnDatabase(t *testing.T) {
	t.Parallel()
	first, second := open(t, pgtest.URL(t)), open(t, pgtest.URL(t))
	for i, db := range []*sql.DB{first, second} {
		if _, err := db.ExecContext(t.Context(), `CREATE TABLE item (n integer)`); err != nil {
			t.Fatalf("database %d: %v", i, err)
		}
	}
	if _, err := first.ExecContext(t.Context(), `INSERT INTO item VALUES (1)`); err != nil {
		t.Fatal(err)
	}
	if got := queryInt(t, second, `SELECT count(*) FROM item`); got != 0 {
		t.Errorf("the second database sees %d rows of the first, want 0", got)
	}
}

// filling returns what fills a database with a table of two rows, and counts how often it did.
func filling(fills *int) func(context.Context, string) error {
	return func(ctx context.Context, url string) error {
		*fills++
		db, err := sql.Open("pgx", url)
		if err != nil {
			return err
		}
		_, err = db.ExecContext(ctx, `CREATE TABLE item (n integer GENERATED ALWAYS AS IDENTITY, name text, raw bytea);
			INSERT INTO item (name, raw) VALUES ('O''Hara', '\x00ff'), (NULL, NULL)`)
		return errors.Join(err, db.Close())
	}
}

// TestFilledURLGivesCopies has each test find what was filled in, whatever those before it did to their copies.
func TestFilledURLGivesCopies(t *testing.T) {
	t.Parallel()
	fills := 0
	fill := filling(&fills)
	const content = `SELECT string_agg(concat_ws(' ', n, name, raw), ',' ORDER BY n) FROM item`
	for _, misuse := range []string{
		`DELETE FROM item`,
		`INSERT INTO item (name) VALUES ('more')`,
		`UPDATE item SET name = 'other'`,
		`ALTER TABLE item ADD COLUMN more integer`,
		`CREATE TABLE other (n integer)`,
		`DROP TABLE item`,
		`SELECT 1`,
	} {
		t.Run(misuse, func(t *testing.T) {
			db := open(t, pgtest.FilledURL(t, fill))
			var got string
			if err := db.QueryRowContext(t.Context(), content).Scan(&got); err != nil || got != `1 O'Hara \x00ff,2` {
				t.Errorf("a copy has %q, %v", got, err)
			}
			if _, err := db.ExecContext(t.Context(), misuse); err != nil {
				t.Fatal(err)
			}
		})
	}
	t.Run("numbers", func(t *testing.T) {
		db := open(t, pgtest.FilledURL(t, fill))
		if got := queryInt(t, db, `INSERT INTO item (name) VALUES ('third') RETURNING n`); got != 3 {
			t.Errorf("the next row is %d, want 3", got)
		}
	})
	if fills > 1 {
		t.Errorf("filled %d times, want at most once a process", fills)
	}
}

// TestFilledURLLeavesConnectedCopiesAlone has a test that forgets its connection: nobody else gets its copy.
func TestFilledURLLeavesConnectedCopiesAlone(t *testing.T) {
	t.Parallel()
	fills := 0
	var left *sql.DB
	t.Run("forgetful", func(inner *testing.T) {
		left = open(t, pgtest.FilledURL(inner, filling(&fills)))
		if err := left.PingContext(inner.Context()); err != nil {
			inner.Fatal(err)
		}
	})
	if left == nil {
		t.Skip("PostgreSQL is not available")
	}
	if err := left.PingContext(t.Context()); err == nil {
		t.Error("the copy still answers after the test that asked for it")
	}
}

func TestURLFoldsLetterCaseBeyondASCII(t *testing.T) {
	t.Parallel()
	db := open(t, pgtest.URL(t))
	var got string
	if err := db.QueryRowContext(t.Context(), `SELECT lower('ÄЖ')`).Scan(&got); err != nil {
		t.Fatal(err)
	}
	if got != "äж" {
		t.Errorf("lower gave %q, want %q", got, "äж")
	}
}

func TestDatabaseIsDroppedAtCleanup(t *testing.T) {
	t.Parallel()
	var db *sql.DB
	t.Run("user", func(inner *testing.T) {
		// Closed with the outer test: the drop meets an open connection.
		db = open(t, pgtest.URL(inner))
		if err := db.PingContext(inner.Context()); err != nil {
			inner.Fatal(err)
		}
	})
	if db == nil {
		t.Skip("PostgreSQL is not available")
	}
	if err := db.PingContext(t.Context()); err == nil {
		t.Error("the database still answers after the test that asked for it")
	}
}

func open(t *testing.T, url string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func queryInt(t *testing.T, db *sql.DB, query string) int {
	t.Helper()
	var n int
	if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
