package stored_test

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// plan is the plan of every user of a test.
type plan account.Plan

func (p plan) Plan(string) (account.Plan, error) { return account.Plan(p), nil }

var roomy = plan{MaxUploads: 100, MaxGenerates: 100, MaxBytes: 1 << 20}

// shelf is a blob store whose Put does before what a test wants, and whose Delete may do so in place of it.
type shelf struct {
	*blob.Disk
	before   func(key string) error
	deleting func(ctx context.Context, key string) error
}

func (s *shelf) Delete(ctx context.Context, key string) error {
	if s.deleting != nil {
		return s.deleting(ctx, key)
	}
	return s.Disk.Delete(ctx, key)
}

func (s *shelf) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if s.before != nil {
		if err := s.before(key); err != nil {
			return 0, err
		}
	}
	return s.Disk.Put(ctx, key, r)
}

// world is a service with a user who has an instance.
type world struct {
	*stored.Service
	db    *store.DB
	shelf *shelf
	scope store.Scope

	mu   sync.Mutex
	time time.Time
}

// each runs a test in a world of its own on both databases.
func each(t *testing.T, limits plan, test func(*testing.T, *world)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		disk, err := blob.OpenDisk(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = disk.Close() })
		w := &world{db: db, shelf: &shelf{Disk: disk}, time: time.Date(2026, 5, 29, 9, 55, 0, 0, time.UTC)}
		w.scope, _ = storetest.Instance(t, db, storetest.User(t, db))
		w.Service = stored.New(db, w.shelf, limits, w.now)
		test(t, w)
		w.sound(t)
	})
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.time
}

func (w *world) forward(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.time = w.time.Add(d)
}

func upload(name, content string) stored.File {
	return stored.NewFile(stored.Upload, name, []byte(content))
}

func generated(name, content string) stored.File {
	return stored.NewFile(stored.Generate, name, []byte(content))
}

// keep stores files that there is room for.
func (w *world) keep(t *testing.T, files ...stored.File) stored.Batch {
	t.Helper()
	batch, err := w.Store(t.Context(), w.scope, files...)
	if err != nil {
		t.Fatal(err)
	}
	return batch
}

// files are the stored files of a user, by their names.
func (w *world) files(t *testing.T, userID int64) map[string]record.StoredFile {
	t.Helper()
	rows, err := w.db.All(t.Context(), record.StoredFiles, store.Scope{UserID: userID}, "")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]record.StoredFile{}
	for _, row := range rows {
		var file record.StoredFile
		record.StoredFiles.Decode(row, &file)
		files[file.Kind+" "+file.Name] = file
	}
	return files
}

// has demands that the user has these files and no others.
func (w *world) has(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for name := range w.files(t, w.scope.UserID) {
		got = append(got, name)
	}
	slices.Sort(got)
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("stored are %q, want %q", got, want)
	}
}

// delete deletes the file of that origin and name.
func (w *world) delete(t *testing.T, name string) {
	t.Helper()
	if err := w.Delete(t.Context(), w.scope.UserID, w.files(t, w.scope.UserID)[name].SID); err != nil {
		t.Fatalf("deleting %s: %v", name, err)
	}
}

func (w *world) content(t *testing.T, file record.StoredFile) string {
	t.Helper()
	reader, err := w.Open(t.Context(), file)
	if err != nil {
		t.Fatalf("opening %s: %v", file.Name, err)
	}
	content, err := io.ReadAll(reader)
	if err = errors.Join(err, reader.Close()); err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// keys are those of all contents.
func (w *world) keys(t *testing.T) (keys []string) {
	t.Helper()
	err := w.shelf.Keys(t.Context(), func(key string) error {
		keys = append(keys, key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// sound demands that nothing is left over once the time of drafts is over: every file has its content, every content a file.
func (w *world) sound(t *testing.T) {
	t.Helper()
	w.forward(2 * time.Hour)
	if err := w.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ what, query string }{
		{"contents", `SELECT count(*) FROM (SELECT DISTINCT user_id, sha256 FROM stored_files) f`},
		{"drafts", `SELECT count(*) FROM stored_drafts`},
	} {
		var n int
		if err := w.db.QueryRow(t.Context(), test.query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if want := map[string]int{"contents": len(w.keys(t)), "drafts": 0}[test.what]; n != want {
			t.Errorf("%s: %d, want %d", test.what, n, want)
		}
	}
}
