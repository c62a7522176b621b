package imports_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

type roomy struct{}

func (roomy) Plan(string) (account.Plan, error) {
	return account.Plan{MaxUploads: 100, MaxGenerates: 100, MaxBytes: 1 << 20}, nil
}

// shelf is a blob store that does before each operation what a test wants.
type shelf struct {
	*blob.Disk
	before func(operation, key string) error
}

func (s *shelf) at(operation, key string) error {
	if s.before == nil {
		return nil
	}
	return s.before(operation, key)
}

func (s *shelf) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if err := s.at("put", key); err != nil {
		return 0, err
	}
	n, err := s.Disk.Put(ctx, key, r)
	return n, errors.Join(err, s.at("after put", key))
}

func (s *shelf) Delete(ctx context.Context, key string) error {
	if err := s.at("delete", key); err != nil {
		return err
	}
	return s.Disk.Delete(ctx, key)
}

// lossyIntake does before the publication of an upload what a test wants.
type lossyIntake struct {
	*stored.Intake
	before func(operation, key string) error
}

func (in lossyIntake) Publish(ctx context.Context, tx *store.Tx) error {
	if in.before != nil {
		if err := in.before("publish", ""); err != nil {
			return err
		}
	}
	return in.Intake.Publish(ctx, tx)
}

// world is a server whose user imports.
type world struct {
	db      *store.DB
	shelf   *shelf
	stored  *stored.Service
	jobs    *queue.Jobs
	imports *imports.Service
	scope   store.Scope
	ahead   time.Duration // how much time has passed for drafts
}

func newWorld(t *testing.T, db *store.DB) *world {
	t.Helper()
	disk, err := blob.OpenDisk(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = disk.Close() })
	w := &world{db: db, shelf: &shelf{Disk: disk}, jobs: queue.NewJobs(db, nil)}
	w.stored = stored.New(db, w.shelf, roomy{}, func() time.Time { return db.Time().Add(w.ahead) })
	w.imports = imports.New(db, mission.New(db), w.shelf, w.jobs, w.stored)
	w.scope, _ = storetest.Instance(t, db, storetest.User(t, db))
	return w
}

// send imports a file as a request would that meets a fault, and reports whether it was answered.
func (w *world) send(t *testing.T, o imports.Order, fault func(operation, key string) error) (done imports.Outcome, answered bool) {
	t.Helper()
	in, err := w.stored.Intake(t.Context(), w.scope)
	if err != nil {
		t.Fatal(err)
	}
	w.shelf.before = fault
	defer func() { w.shelf.before = nil; _ = recover() }()
	upload := imports.Upload{Intake: lossyIntake{in, fault}}
	if err := upload.Receive("custom/a_types.xml",
		strings.NewReader(`<types><type name="Apple"><nominal>1</nominal></type></types>`)); err != nil {
		t.Fatal(err)
	}
	if err := upload.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	done, err = w.imports.Import(t.Context(), w.scope, &upload, o)
	return done, errors.Join(err, upload.Close()) == nil // a server that dies closes nothing
}

// passDay is what other servers do in the hours after: they run the jobs whose leases are over, and sweep.
func (w *world) passDay(t *testing.T) {
	t.Helper()
	w.ahead += 2 * time.Hour
	for _, text := range []string{`UPDATE jobs SET lease_until = 0 WHERE finished_at IS NULL`, `UPDATE held_uploads SET expires_at = 0`} {
		if _, err := w.db.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	worker, ended := queue.New(w.db, slog.New(slog.DiscardHandler), "default"), make(chan struct{})
	worker.Handle(w.jobs, imports.Kind, access.Read, w.imports)
	go func() { defer close(ended); worker.Run(ctx) }()
	for end := time.Now().Add(30 * time.Second); w.count(t, `SELECT count(*) FROM jobs WHERE finished_at IS NULL`) > 0 &&
		time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	<-ended
	if err := errors.Join(w.stored.Sweep(t.Context()), w.imports.SweepHeld(t.Context())); err != nil {
		t.Fatal(err)
	}
}

func (w *world) count(t *testing.T, query string) (n int) {
	t.Helper()
	if err := w.db.QueryRow(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNoUploadIsLeftBehind: wherever a server dies or loses what it needs while it takes an upload in, there is a stored upload exactly
// where its import was done, and nothing else stays.
func TestNoUploadIsLeftBehind(t *testing.T) {
	t.Parallel()
	dies, fails := func() error { panic("killed") }, func() error { return errors.New("out of reach") }
	queued, held := imports.Order{Mode: mission.Merge, Queued: true}, imports.Order{Mode: mission.Update, OtherMap: imports.Ask}
	at := func(fault func() error, operations ...string) func(operation, key string) error {
		return func(operation, key string) error {
			what, _, _ := strings.Cut(key, "/")
			for _, o := range operations {
				if o == strings.TrimSpace(operation+" "+what) {
					return fault()
				}
			}
			return nil
		}
	}
	for _, test := range []struct {
		name  string
		order imports.Order
		fault func(operation, key string) error
		kept  int // uploads
	}{
		{"nothing happens", imports.Order{Mode: mission.Merge}, nil, 1},
		{"before it is written", imports.Order{Mode: mission.Merge}, at(dies, "put stored"), 0},
		{"after it is written", imports.Order{Mode: mission.Merge}, at(dies, "after put stored"), 0},
		{"after its import", imports.Order{Mode: mission.Merge}, at(dies, "publish"), 0},
		{"the database is lost after its import", imports.Order{Mode: mission.Merge}, at(fails, "publish"), 0},
		{"a job is done", queued, nil, 1},
		{"before its job", queued, at(dies, "publish"), 0},
		{"the database is lost before its job", queued, at(fails, "publish"), 0},
		{"before the files of its job", queued, at(dies, "put jobs"), 0},
		{"after the files of its job", queued, at(dies, "after put jobs"), 1},
		{"the files of its job fail", queued, at(fails, "put jobs"), 0},
		{"the files of its job may have arrived", queued, at(fails, "after put jobs"), 0},
		{"and cannot be deleted", queued, at(fails, "after put jobs", "delete jobs"), 1},
		{"before anything is deleted", queued, at(dies, "delete jobs"), 1},
		{"nothing can be deleted", queued, at(fails, "put jobs", "delete jobs", "delete stored"), 0},
		{"before its question", held, at(dies, "publish"), 0},
		{"nobody answers", held, nil, 0},
		{"before the files of its question", held, at(dies, "put jobs"), 0},
		{"the files of its question fail", held, at(fails, "after put jobs", "delete jobs"), 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				w := newWorld(t, db)
				done, answered := w.send(t, test.order, test.fault)
				if early := w.count(t,
					`SELECT count(*) FROM stored_files`) - w.count(t,
					`SELECT (SELECT count(*) FROM jobs) + (SELECT count(*) FROM held_uploads)`); early > 0 && !answered {
					t.Error("an upload is stored of which nobody knows")
				}
				w.passDay(t)
				if n := w.count(t, `SELECT count(*) FROM stored_files`); n != test.kept || answered && done.Held == "" && n != 1 {
					t.Errorf("%d uploads are stored, want %d; answered: %v", n, test.kept, answered)
				}
				if jobs := w.count(t, `SELECT count(*) FROM jobs WHERE state = 'done'`); test.order.Queued && jobs != test.kept {
					t.Errorf("%d imports are done, want %d", jobs, test.kept)
				}
				var keys []string
				if err := w.shelf.Keys(t.Context(), func(key string) error { keys = append(keys, key); return nil }); err != nil {
					t.Fatal(err)
				}
				if rest := w.count(t,
					`SELECT (SELECT count(*) FROM stored_drafts) + (SELECT count(*) FROM held_uploads)`); rest != 0 || len(keys) != test.kept {
					t.Errorf("%d rows and the contents %q stay", rest, keys)
				}
			})
		})
	}
}
