package backup_test

import (
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/backup"
	"quartermaster/internal/blob"
	"quartermaster/internal/s3"
	"quartermaster/internal/s3/s3test"
)

// bucket keeps the stored files of the options in a bucket of a server of its own.
func bucket(t testing.TB, o backup.Options) backup.Options {
	t.Helper()
	files, err := s3.Open("s3://test/files?region=us-east-1&endpoint="+url.QueryEscape(s3test.Start(t)), s3test.Key, s3test.Secret)
	check(t, err)
	t.Cleanup(func() { check(t, files.Close()) })
	o.Files = files
	return o
}

// Everything goes from SQLite and a folder to PostgreSQL and a bucket, and back, while the source is open.
func TestMovedDataAreAsTheyWere(t *testing.T) {
	t.Parallel()
	source, there, back := sqlite(t), bucket(t, postgres(t)), sqlite(t)
	scope := fill(t, source)
	db, closeIt := open(t, source)
	defer closeIt()
	check(t, db.Ping(t.Context()))
	done, err := backup.Move(t.Context(), source, there, false)
	check(t, err)
	if !done.Records || !done.Files || !done.Key || done.Copied != 1 || done.Bytes != int64(len("picture")) || done.Rows == 0 ||
		done.Aside != "" {
		t.Errorf("moved were %+v", done)
	}
	_, err = backup.Move(t.Context(), there, back, false)
	check(t, err)
	want := contents(t, source)
	for _, o := range []backup.Options{there, back} {
		if diff := cmp.Diff(want, contents(t, o)); diff != "" {
			t.Errorf("records were -, are +:\n%s", diff)
		}
		wantFile(t, filepath.Join(o.Store.Dir, "secret.key"), keyText)
	}
	wantFile(t, filepath.Join(back.Store.Dir, "storage", "blobs", "a", "b.png"), "picture")
	wantUsable(t, there, scope)
	wantUsable(t, back, scope)
}

// Only what is in different places moves: records alone, and files alone.
func TestPartsMoveAlone(t *testing.T) {
	t.Parallel()
	source := sqlite(t)
	fill(t, source)
	records := source
	records.Store.DatabaseURL = postgres(t).Store.DatabaseURL
	done, err := backup.Move(t.Context(), source, records, false)
	if err != nil || !done.Records || done.Files || done.Key {
		t.Errorf("of the records: %+v, %v", done, err)
	}
	done, err = backup.Move(t.Context(), source, bucket(t, source), false)
	if err != nil || done.Records || !done.Files || done.Key || done.Copied != 1 {
		t.Errorf("of the files: %+v, %v", done, err)
	}
	if _, err := backup.Move(t.Context(), source, source, true); err == nil || !strings.Contains(err.Error(), "nothing to move") {
		t.Errorf("to itself: %v", err)
	}
}

// changing is a storage that stores something else, also where another file has failed meanwhile: an upload that is given up may arrive
// later all the same.
type changing struct{ blob.Storage }

func (c changing) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	n, err := io.Copy(io.Discard, r)
	_, putErr := c.Storage.Put(context.WithoutCancel(ctx), key, strings.NewReader("something else"))
	return n, errors.Join(err, putErr)
}

// failing is a storage that takes one file and breaks off at the next one.
type failing struct {
	blob.Storage
	taken chan struct{} // closed after the first file
}

var errBroken = errors.New("the line is dead")

func (f failing) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if key != "a/b.png" {
		<-f.taken
		return 0, errBroken
	}
	defer close(f.taken)
	return f.Storage.Put(ctx, key, r)
}

// An interrupted move leaves no half records, and is continued by the same call.
func TestAMoveIsContinued(t *testing.T) {
	t.Parallel()
	source, target := sqlite(t), bucket(t, sqlite(t))
	fill(t, source)
	put(t, source, "a/c.png", "another")
	whole := target.Files
	target.Files = changing{whole}
	if _, err := backup.Move(t.Context(), source, target, true); err == nil || !strings.Contains(err.Error(), "did not arrive as it was") {
		t.Errorf("what arrives as something else: %v", err)
	}
	for _, key := range []string{"a/b.png", "a/c.png"} {
		check(t, whole.Delete(t.Context(), key))
	}
	target.Files = failing{whole, make(chan struct{})}
	if _, err := backup.Move(t.Context(), source, target, false); !errors.Is(err, errBroken) {
		t.Errorf("interrupted: %v", err)
	}
	if _, err := os.Stat(filepath.Join(target.Store.Dir, "quartermaster.db")); err == nil {
		t.Error("there are records before the files")
	}
	target.Files = whole
	done, err := backup.Move(t.Context(), source, target, false)
	if err != nil || done.Copied != 1 || done.Present != 1 {
		t.Errorf("continued: %+v, %v", done, err)
	}
	if diff := cmp.Diff(contents(t, source), contents(t, target)); diff != "" {
		t.Errorf("records were -, are +:\n%s", diff)
	}
}

// A target with other data is left as it is, unless it is forced.
func TestAMoveOverwritesOnlyByForce(t *testing.T) {
	t.Parallel()
	for name, used := range map[string]func(*testing.T, backup.Options){
		"records": func(t *testing.T, o backup.Options) { _, closeIt := open(t, o); closeIt() },
		"a key": func(t *testing.T, o backup.Options) {
			check(t, os.MkdirAll(o.Store.Dir, 0o700))
			check(t, os.WriteFile(filepath.Join(o.Store.Dir, o.KeyFile), []byte("other"), 0o600))
		},
		"another file":      func(t *testing.T, o backup.Options) { put(t, o, "x", "other") },
		"the file, changed": func(t *testing.T, o backup.Options) { put(t, o, "a/b.png", "other") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, target := sqlite(t), sqlite(t)
			fill(t, source)
			used(t, target)
			if _, err := backup.Move(t.Context(), source, target, false); err == nil || !strings.Contains(err.Error(), "--force") {
				t.Errorf("without force: %v", err)
			}
			done, err := backup.Move(t.Context(), source, target, true)
			check(t, err)
			if aside := name == "records" || name == "a key"; (done.Aside != "") != aside {
				t.Errorf("kept aside as %q", done.Aside)
			}
			if diff := cmp.Diff(contents(t, source), contents(t, target)); diff != "" {
				t.Errorf("records were -, are +:\n%s", diff)
			}
			wantFile(t, filepath.Join(target.Store.Dir, "storage", "blobs", "a", "b.png"), "picture")
			wantFile(t, filepath.Join(target.Store.Dir, "secret.key"), keyText)
		})
	}
}
