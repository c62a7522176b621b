package store_test

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3/driver"

	"quartermaster/internal/outage"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/store/conns"
	"quartermaster/internal/storetest"
)

// noticed is how long a client may wait until it is told that the database does not answer.
const noticed = 40 * time.Second

func openAt(t *testing.T, url string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{DatabaseURL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// fault is something that happens to PostgreSQL, and its end.
type fault struct {
	url        string
	begin, end func()
}

func proxied(t *testing.T, fail func(*pgtest.Proxy)) fault {
	t.Helper()
	p := pgtest.NewProxy(t, storetest.PostgresConfig(t).DatabaseURL)
	return fault{p.URL, func() { fail(p) }, p.Mend}
}

// crowd takes all connections of a server.
func crowd(t *testing.T) fault {
	t.Helper()
	s := pgtest.Own(t)
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("application_name", "crowd")
	u.RawQuery = query.Encode()
	var taken []*sql.DB
	return fault{s.URL, func() { taken = takeAll(t, u.String()) }, func() {
		for _, db := range taken {
			_ = db.Close()
		}
	}}
}

// takeAll takes every connection that a server has, and ends those of others.
func takeAll(t *testing.T, url string) (taken []*sql.DB) {
	t.Helper()
	first := connect(t, url)
	if first == nil {
		t.Fatal("not one connection")
	}
	const number = `SELECT setting::int FROM pg_settings WHERE name = 'max_connections'`
	const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name <> 'crowd' AND backend_type = 'client backend'`
	all := 0
	if err := first.QueryRowContext(t.Context(), number).Scan(&all); err != nil {
		t.Fatal(err)
	}
	for taken = append(taken, first); len(taken) < all; {
		if db := connect(t, url); db != nil {
			taken = append(taken, db)
		} else if _, err := first.ExecContext(t.Context(), end); err != nil {
			t.Fatal(err)
		}
	}
	return taken
}

// connect returns nil where the server has no connection.
func connect(t *testing.T, url string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	if err = db.PingContext(t.Context()); err == nil {
		return db
	}
	_ = db.Close()
	return nil
}

// TestADatabaseThatFails does to PostgreSQL what happens to it: every use says so in time, and works again by itself.
func TestADatabaseThatFails(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(t *testing.T) fault{
		"the network loses everything": func(t *testing.T) fault { return proxied(t, (*pgtest.Proxy).Stall) },
		"the server is away":           func(t *testing.T) fault { return proxied(t, (*pgtest.Proxy).Cut) },
		"the server hangs":             func(t *testing.T) fault { s := pgtest.Own(t); return fault{s.URL, s.Pause, s.Continue} },
		"there are too many clients":   crowd,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := make(t)
			db := openAt(t, f.url)
			if name != "there are too many clients" { // whose connections are all new
				expectUsable(t, db)
			}
			f.begin()
			var all sync.WaitGroup
			for range 40 { // more than there are connections
				all.Go(func() { expectOutage(t, db.Ping(t.Context())) })
				all.Go(func() { expectOutage(t, use(t.Context(), db)) })
			}
			began := time.Now()
			all.Wait()
			if took := time.Since(began); took > noticed {
				t.Errorf("it took %v until all were told", took)
			}
			f.end()
			expectUsable(t, db)
		})
	}
}

func use(ctx context.Context, db *store.DB) error {
	_, err := db.Exec(ctx, `UPDATE users SET plan = plan WHERE id = 0`)
	return err
}

func expectOutage(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, outage.ErrUnavailable) {
		t.Errorf("error %v, want %v", err, outage.ErrUnavailable)
	}
}

// expectUsable takes errors for those of connections that died, and until it is noticed that the server answers again.
func expectUsable(t *testing.T, db *store.DB) {
	t.Helper()
	var err error
	for end := time.Now().Add(noticed); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if err = errors.Join(db.Ping(t.Context()), use(t.Context(), db)); err == nil {
			return
		}
	}
	t.Errorf("the database is there, and does not work: %v", err)
}

func TestADatabaseThatStartsAgain(t *testing.T) {
	t.Parallel()
	s := pgtest.Own(t)
	db := openAt(t, s.URL)
	err := db.Tx(t.Context(), func(tx *store.Tx) error {
		const change = `UPDATE users SET plan = plan WHERE id = 0`
		if _, err := tx.Exec(t.Context(), change); err != nil {
			t.Error(err)
		}
		s.Restart()
		_, err := tx.Exec(t.Context(), change)
		return err
	})
	expectOutage(t, err)
	expectUsable(t, db)
}

// TestATransactionOverADeadLine is told so, and so is who closes the database then.
func TestATransactionOverADeadLine(t *testing.T) {
	t.Parallel()
	p := pgtest.NewProxy(t, storetest.PostgresConfig(t).DatabaseURL)
	db := openAt(t, p.URL)
	began := time.Now()
	expectOutage(t, db.Tx(t.Context(), func(tx *store.Tx) error {
		p.Stall()
		_, err := tx.Exec(t.Context(), `UPDATE users SET plan = plan WHERE id = 0`)
		return err
	}))
	if err := db.Close(); err != nil || time.Since(began) > noticed+5*time.Second {
		t.Errorf("closed after %v: %v", time.Since(began), err)
	}
	expectOutage(t, db.Ping(t.Context()))
}

// TestWhatTakesTooLongIsEnded by the server itself: a statement, and a wait for somebody else's lock.
func TestWhatTakesTooLongIsEnded(t *testing.T) {
	t.Parallel()
	db := storetest.Postgres(t)
	w := newWorld(t, db)
	t.Run("statement", func(t *testing.T) {
		t.Parallel()
		rows, err := db.Query(t.Context(), `SELECT pg_sleep(60)`)
		if err == nil {
			_ = rows.Close()
		}
		expectOutage(t, err)
	})
	t.Run("lock", func(t *testing.T) {
		t.Parallel()
		release, held := make(chan struct{}), make(chan struct{})
		go func() {
			_ = db.Edit(context.Background(), w.Scope, "import", func(*store.Edit) error { close(held); <-release; return nil })
		}()
		<-held
		expectOutage(t, db.Edit(t.Context(), w.Scope, "import", func(*store.Edit) error { return nil }))
		close(release)
	})
}

func TestLimits(t *testing.T) {
	t.Parallel()
	db := storetest.Postgres(t)
	for _, test := range []struct {
		ctx                   context.Context
		statement, lock, idle string
	}{
		{t.Context(), "10s", "8s", "1min"},
		{conns.Patiently(t.Context()), "10min", "5min", "5min"},
	} {
		for name, want := range map[string]string{
			"statement_timeout": test.statement, "lock_timeout": test.lock, "idle_in_transaction_session_timeout": test.idle,
		} {
			var got string
			if err := db.QueryRow(test.ctx, "SHOW "+name).Scan(&got); err != nil || got != want {
				t.Errorf("%s is %s (%v), want %s", name, got, err, want)
			}
		}
	}
}

// TestADatabaseWithoutRoom is full from the next page on: what needs one is refused as such, reading goes on.
func TestADatabaseWithoutRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.SQLite(t))
	row := w.event(t, "StaticOne")
	store.LimitPages(t, w.DB)
	var err error
	for err == nil {
		_, err = w.Create(t.Context(), record.Events, w.Scope, record.Values{"name": "StaticTwo", "nominal": int64(5)})
	}
	if !errors.Is(err, outage.ErrFull) {
		t.Errorf("error %v, want %v", err, outage.ErrFull)
	}
	w.get(t, record.Events, row)
}

// TestADatabaseThatIsBusy is locked by another process for longer than anybody waits.
func TestADatabaseThatIsBusy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := store.Open(t.Context(), store.Config{Dir: dir, Unsynced: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	store.NoPatience(t, db)
	other, err := driver.Open("file:" + filepath.ToSlash(filepath.Join(dir, "quartermaster.db")) + "?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	expectOutage(t, use(t.Context(), db))
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := use(t.Context(), db); err != nil {
		t.Error(err)
	}
}
