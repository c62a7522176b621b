package store_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// eachConfig runs a test on the address of an empty database of each kind.
func eachConfig(t *testing.T, test func(*testing.T, store.Config)) {
	t.Helper()
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, store.Config{Dir: filepath.Join(t.TempDir(), "made", "at need"), Unsynced: true})
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, store.Config{DatabaseURL: pgtest.URL(t)})
	})
}

func open(t testing.TB, c store.Config) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), c)
	if err != nil {
		t.Fatalf("opening: %v", err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func TestOpenKeepsWhatIsThere(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		first := open(t, c)
		user := storetest.User(t, first)
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
		again := open(t, c)
		var id int64
		if err := again.QueryRow(t.Context(), `SELECT id FROM users`).Scan(&id); err != nil || id != user {
			t.Errorf("the user is %d, %v, want %d", id, err, user)
		}
		if err := again.Ping(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestOpenAtOnce(t *testing.T) {
	const openers = 4
	eachConfig(t, func(t *testing.T, c store.Config) {
		errs := make(chan error, openers)
		for range openers {
			go func() {
				db, err := store.Open(t.Context(), c)
				if err == nil {
					err = errors.Join(db.Ping(t.Context()), db.Close())
				}
				errs <- err
			}()
		}
		for range openers {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		wantOneSeed(t, c)
	})
}

// The variables that make the test program a process that opens a database and ends.
const (
	openDir = "QM_STORE_TEST_DIR"
	openURL = "QM_STORE_TEST_URL"
)

// opened does the work of such a process. It tells whether this is one.
func opened() (bool, error) {
	c := store.Config{Dir: os.Getenv(openDir), DatabaseURL: os.Getenv(openURL), Unsynced: true}
	if c.Dir == "" && c.DatabaseURL == "" {
		return false, nil
	}
	db, err := store.Open(context.Background(), c)
	if err != nil {
		return true, err
	}
	return true, errors.Join(db.Ping(context.Background()), db.Close())
}

func TestOpenInProcesses(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		var processes []*exec.Cmd
		for range 3 {
			cmd := exec.CommandContext(t.Context(), os.Args[0])
			cmd.Env = append(os.Environ(), openDir+"="+c.Dir, openURL+"="+c.DatabaseURL)
			cmd.Stdout = new(strings.Builder)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			processes = append(processes, cmd)
		}
		for _, cmd := range processes {
			if err := cmd.Wait(); err != nil {
				t.Errorf("%v: %s", err, cmd.Stdout)
			}
		}
		wantOneSeed(t, c)
	})
}

// wantOneSeed checks that the reference data have been stored once.
func wantOneSeed(t *testing.T, c store.Config) {
	t.Helper()
	var n int64
	err := open(t, c).QueryRow(t.Context(), `SELECT count(*) FROM maps WHERE name_short = 'enoch'`).Scan(&n)
	if err != nil || n != 1 {
		t.Errorf("Livonia is there %d times, %v", n, err)
	}
}

// TestOpenStartsOver holds that what is left of an interrupted first start is no hindrance, whatever it is.
func TestOpenStartsOver(t *testing.T) {
	t.Parallel()
	whole := t.TempDir()
	if err := open(t, store.Config{Dir: whole, Unsynced: true}).Close(); err != nil {
		t.Fatal(err)
	}
	tables, err := os.ReadFile(filepath.Join(whole, "quartermaster.db"))
	if err != nil {
		t.Fatal(err)
	}
	for name, left := range map[string][]byte{"nothing": {}, "half": tables[:len(tables)/2], "all": tables, "no database": []byte("none")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "quartermaster.db.new"), left, 0o600); err != nil {
				t.Fatal(err)
			}
			c := store.Config{Dir: dir}
			wantOneSeed(t, c)
			if names, err := filepath.Glob(filepath.Join(dir, "*.new*")); err != nil || len(names) > 0 {
				t.Errorf("left behind: %v, %v", names, err)
			}
		})
	}
}

func TestClose(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		db := open(t, c)
		if err := errors.Join(db.Ping(t.Context()), db.Close(), db.Close()); err != nil {
			t.Error(err)
		}
		if err := db.Ping(t.Context()); err == nil {
			t.Error("a closed database answers")
		}
		if _, err := db.Exec(t.Context(), `DELETE FROM heartbeats`); err == nil {
			t.Error("a closed database writes")
		}
	})
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	noDatabase := t.TempDir()
	if err := os.WriteFile(filepath.Join(noDatabase, "quartermaster.db"), []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		config store.Config
		want   string
	}{
		"a short key":            {store.Config{Dir: t.TempDir(), Key: make([]byte, store.KeySize-1)}, "31 bytes, not 32"},
		"a file for the folder":  {store.Config{Dir: file}, "data folder"},
		"a file of another kind": {store.Config{Dir: noDatabase}, "not a database"},
		"a wrong address":        {store.Config{DatabaseURL: "postgres://qm:hidden@[broken"}, "database"},
		"nobody at the address":  {store.Config{DatabaseURL: "postgres://qm:hidden@127.0.0.1:1/qm"}, "cannot reach"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := store.Open(t.Context(), test.config)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hidden") {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestClaim(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	release, err := store.Claim(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Claim(t.Context(), dir); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a second claim: %v", err)
	}
	release()
	release, err = store.Claim(t.Context(), dir)
	if err != nil {
		t.Fatalf("a claim after the release: %v", err)
	}
	release()
}

func TestNow(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		store.SetClock(w.DB, func() time.Time { return time.Date(2026, 2, 1, 13, 0, 5, 999_999_999, time.FixedZone("", 3600)) })
		if got, want := w.Now(), time.Date(2026, 2, 1, 12, 0, 5, 0, time.UTC).UnixMicro(); got != want {
			t.Errorf("now is %d, want %d", got, want)
		}
	})
}

func TestDriver(t *testing.T) {
	t.Parallel()
	if got := storetest.SQLite(t).Driver(); got != "sqlite" {
		t.Errorf("SQLite is called %q", got)
	}
	if got := storetest.Postgres(t).Driver(); got != "pgsql" {
		t.Errorf("PostgreSQL is called %q", got)
	}
}
