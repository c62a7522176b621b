package queue_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestMain(m *testing.M) {
	os.Exit(pgtest.Main(m))
}

// onBoth runs test on an empty database of each kind, in a bubble where time passes only when all of the test waits.
func onBoth(t *testing.T, test func(*testing.T, *store.DB)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		inBubble(t, storetest.SQLiteConfig(t), test)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		c := storetest.PostgresConfig(t)
		c.Clock = time.Now
		inBubble(t, c, test)
	})
}

func inBubble(t *testing.T, c store.Config, test func(*testing.T, *store.DB)) {
	synctest.Test(t, func(t *testing.T) {
		db, err := store.Open(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		test(t, db)
	})
}

// start runs the worker until the returned function is called, which waits for its end.
func start(t *testing.T, w *queue.Worker) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}

func expectAge(t *testing.T, db *store.DB, name string, want time.Duration) {
	t.Helper()
	if got, err := queue.Age(t.Context(), db, name); err != nil || got != want {
		t.Errorf("age of %s: %v, %v, want %v", name, got, err, want)
	}
}

func TestHeartbeat(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		if _, err := queue.Age(t.Context(), db, "upkeep"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("age before the first beat: %v", err)
		}
		stop := start(t, queue.New(db, slog.New(slog.DiscardHandler), "upkeep"))
		time.Sleep(4 * time.Second)
		expectAge(t, db, "upkeep", 4*time.Second)
		time.Sleep(3 * time.Second)
		expectAge(t, db, "upkeep", 2*time.Second)
		stop()
		time.Sleep(time.Minute)
		expectAge(t, db, "upkeep", 62*time.Second)
	})
}

func TestHeartbeatIsSharedByName(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		first := start(t, queue.New(db, slog.New(slog.DiscardHandler), "upkeep"))
		second := start(t, queue.New(db, slog.New(slog.DiscardHandler), "upkeep"))
		other := start(t, queue.New(db, slog.New(slog.DiscardHandler), "other"))
		time.Sleep(time.Second)
		first()
		other()
		time.Sleep(time.Minute)
		expectAge(t, db, "upkeep", time.Second)
		expectAge(t, db, "other", 61*time.Second)
		second()
	})
}

// TestAgeOfABeatALittleAheadIsZero: clocks of servers differ.
func TestAgeOfABeatALittleAheadIsZero(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		const query = `INSERT INTO heartbeats (queue, beat_at) VALUES ($1, $2)`
		if _, err := db.Exec(t.Context(), query, "upkeep", db.Now()+20_000_000); err != nil {
			t.Fatal(err)
		}
		expectAge(t, db, "upkeep", 0)
	})
}

func TestTasksRunInTheirIntervals(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, db *store.DB) {
		begin := time.Now()
		w := queue.New(db, slog.New(slog.DiscardHandler), "upkeep")
		ran := map[string][]time.Duration{}
		note := func(name string) func(context.Context) error {
			return func(context.Context) error {
				ran[name] = append(ran[name], time.Since(begin))
				return nil
			}
		}
		w.Every(time.Minute, "often", note("often"))
		w.Every(time.Hour, "seldom", note("seldom"))
		stop := start(t, w)
		time.Sleep(121 * time.Second)
		stop()
		want := map[string][]time.Duration{"often": {0, time.Minute, 2 * time.Minute}, "seldom": {0}}
		if diff := cmp.Diff(want, ran); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTroubleOfATaskIsLoggedAndStopsNothing(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, db *store.DB) {
		var log bytes.Buffer
		w := queue.New(db, slog.New(slog.NewTextHandler(&log, nil)), "upkeep")
		w.Every(time.Minute, "panics", func(context.Context) error { panic("out of cheese") })
		w.Every(time.Minute, "fails", func(context.Context) error { return errors.New("no luck") })
		runs := 0
		w.Every(time.Minute, "works", func(context.Context) error { runs++; return nil })
		stop := start(t, w)
		time.Sleep(61 * time.Second)
		expectAge(t, db, "upkeep", time.Second)
		stop()
		if runs != 2 {
			t.Errorf("the task behind the bad ones ran %d times, want 2", runs)
		}
		for _, want := range []string{"task=panics", "out of cheese", "task=fails", "no luck", "worker=upkeep"} {
			if strings.Count(log.String(), want) < 2 {
				t.Errorf("the log lacks %q:\n%s", want, &log)
			}
		}
	})
}

func TestRunFinishesTheRunningTask(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, db *store.DB) {
		w := queue.New(db, slog.New(slog.DiscardHandler), "upkeep")
		finished, late := false, false
		w.Every(time.Minute, "slow", func(ctx context.Context) error {
			time.Sleep(10 * time.Second)
			finished = ctx.Err() == nil
			return nil
		})
		w.Every(time.Minute, "late", func(context.Context) error { late = true; return nil })
		stop := start(t, w)
		time.Sleep(time.Second)
		stop()
		if !finished || late {
			t.Errorf("running task finished: %v, next one begun: %v", finished, late)
		}
	})
}

func TestSlowTasksLeaveTimeForTheHeartbeat(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, db *store.DB) {
		w := queue.New(db, slog.New(slog.DiscardHandler), "upkeep")
		for range 3 {
			w.Every(time.Hour, "stuck", func(ctx context.Context) error {
				<-ctx.Done()
				return ctx.Err()
			})
		}
		stop := start(t, w)
		for range 70 {
			time.Sleep(time.Second)
			if age, err := queue.Age(t.Context(), db, "upkeep"); err != nil || age > queue.MaxAge {
				t.Errorf("age %v, error %v", age, err)
			}
		}
		stop()
	})
}

func TestWorkerGoesOnWithoutItsHeartbeat(t *testing.T) {
	t.Parallel()
	onSQLite(t, func(t *testing.T, db *store.DB) {
		var log bytes.Buffer
		w := queue.New(db, slog.New(slog.NewTextHandler(&log, nil)), "upkeep")
		runs := 0
		w.Every(time.Minute, "works", func(context.Context) error { runs++; return nil })
		if _, err := db.Exec(t.Context(), `DROP TABLE heartbeats`); err != nil {
			t.Fatal(err)
		}
		stop := start(t, w)
		time.Sleep(61 * time.Second)
		stop()
		if runs != 2 || !strings.Contains(log.String(), "heartbeat failed") {
			t.Errorf("the task ran %d times, want 2; log:\n%s", runs, &log)
		}
	})
}

// onSQLite is onBoth for what no database can change.
func onSQLite(t *testing.T, test func(*testing.T, *store.DB)) {
	inBubble(t, storetest.SQLiteConfig(t), test)
}

// TestAHeartbeatFromTheFuture says nothing about a worker, until one beats again.
func TestAHeartbeatFromTheFuture(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		const beat = `INSERT INTO heartbeats (queue, beat_at) VALUES ('upkeep', $1)`
		if _, err := db.Exec(t.Context(), beat, time.Now().Add(time.Hour).UnixMicro()); err != nil {
			t.Fatal(err)
		}
		if age, err := queue.Age(t.Context(), db, "upkeep"); err == nil {
			t.Errorf("believed, with an age of %v", age)
		}
		stop := start(t, queue.New(db, slog.New(slog.DiscardHandler), "upkeep"))
		time.Sleep(time.Second)
		expectAge(t, db, "upkeep", time.Second)
		stop()
	})
}
