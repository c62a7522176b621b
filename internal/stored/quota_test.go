package stored_test

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
)

// limitOf returns the LimitError that an error is.
func limitOf(t *testing.T, err error) stored.LimitError {
	t.Helper()
	var full stored.LimitError
	if !errors.As(err, &full) {
		t.Errorf("error %v, want a limit", err)
	}
	return full
}

// TestLimits fills a plan to the brim, and then adds one more.
func TestLimits(t *testing.T) {
	t.Parallel()
	limits := plan{MaxUploads: 2, MaxGenerates: 1, MaxBytes: 10}
	tests := []struct {
		name string
		held []stored.File
		more []stored.File
		want stored.LimitError
	}{
		{
			"uploads",
			[]stored.File{upload("a", "1"), upload("b", "2")},
			[]stored.File{upload("c", "3")},
			stored.LimitError{Type: "stored_uploads", Current: 2, Limit: 2},
		},
		{
			"generated files",
			[]stored.File{generated("a", "1"), upload("a", "1")},
			[]stored.File{generated("a", "2")},
			stored.LimitError{Type: "stored_generates", Current: 1, Limit: 1},
		},
		{
			"bytes",
			[]stored.File{upload("a", "12345"), generated("b", "12345")},
			[]stored.File{upload("c", "1")},
			stored.LimitError{Type: "total_storage", Current: 10, Limit: 10},
		},
		{
			"several at once",
			[]stored.File{upload("a", "1")},
			[]stored.File{upload("b", "2"), upload("c", "3")},
			stored.LimitError{Type: "stored_uploads", Current: 1, Limit: 2},
		},
		{
			"bytes of several",
			[]stored.File{generated("a", "123")},
			[]stored.File{upload("a", "1234"), upload("b", "1234")},
			stored.LimitError{Type: "total_storage", Current: 3, Limit: 10},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			each(t, limits, func(t *testing.T, w *world) {
				w.keep(t, tt.held...)
				before, keys := w.files(t, w.scope.UserID), w.keys(t)
				_, err := w.Store(t.Context(), w.scope, tt.more...)
				if diff := cmp.Diff(tt.want, limitOf(t, err)); diff != "" {
					t.Error(diff)
				}
				if diff := cmp.Diff(before, w.files(t, w.scope.UserID)); diff != "" {
					t.Errorf("something was stored: %s", diff)
				}
				if diff := cmp.Diff(keys, w.keys(t)); diff != "" {
					t.Errorf("something was written: %s", diff)
				}
			})
		})
	}
}

func TestLimitErrorAsJSON(t *testing.T) {
	t.Parallel()
	got := string(stored.LimitError{Type: "stored_uploads", Current: 20, Limit: 20}.AppendJSON(nil))
	want := `{"message":"Your plan's limit of 20 on stored uploads is reached. Delete stored files to make ` +
		`room.","limit_type":"stored_uploads","current":20,"limit":20}`
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestLimitsHoldInARace: of many files at the same moment as many are stored as there is room for.
func TestLimitsHoldInARace(t *testing.T) {
	for name, limits := range map[string]plan{"count": {MaxUploads: 3, MaxBytes: 1000}, "bytes": {MaxUploads: 100, MaxBytes: 39}} {
		t.Run(name, func(t *testing.T) {
			each(t, limits, func(t *testing.T, w *world) {
				var kept atomic.Int64
				var all sync.WaitGroup
				for i := range 12 {
					all.Go(func() {
						content := strings.Repeat(string(rune('a'+i)), 10)
						if _, err := w.Store(context.Background(), w.scope, upload(content, content)); err == nil {
							kept.Add(1)
						} else {
							_ = limitOf(t, err)
						}
					})
				}
				all.Wait()
				if n := kept.Load(); n != 3 || len(w.files(t, w.scope.UserID)) != 3 {
					t.Errorf("%d of 12 were stored, want 3", n)
				}
			})
		})
	}
}

// read takes a file in and tells how much of it was read.
func read(in *stored.Intake, name, content string) (n int, err error) {
	left := strings.NewReader(content)
	err = in.Receive(name, iotest.OneByteReader(left))
	return len(content) - left.Len(), err
}

func (w *world) intake(t *testing.T) *stored.Intake {
	t.Helper()
	in, err := w.Intake(t.Context(), w.scope)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close() })
	return in
}

// storeUpload prepares and publishes what an intake has received.
func (w *world) storeUpload(t *testing.T, in *stored.Intake) error {
	t.Helper()
	if err := in.Prepare(t.Context()); err != nil {
		return err
	}
	return w.db.Tx(t.Context(), func(tx *store.Tx) error { return in.Publish(t.Context(), tx) })
}

// TestUploadsAreCutOff: nothing is read on of an upload for which there is no room, and what is stored already needs none.
func TestUploadsAreCutOff(t *testing.T) {
	each(t, plan{MaxUploads: 3, MaxBytes: 20}, func(t *testing.T, w *world) {
		w.keep(t, upload("a", "0123456789"), upload("b", "01234"))
		tests := []struct {
			name, file, content string
			read                int
			limit               string
		}{
			{"too large", "c", "0123456789abcdef", 11, "total_storage"},
			{"repeats", "a", "0123456789", 10, ""},
			{"larger than what it may repeat", "a", "0123456789abcdef", 11, "total_storage"},
			{"as large and different", "a", "9876543210", 10, "total_storage"},
			{"repeats under another name", "c", "0123456789", 10, "total_storage"},
			{"fits", "c", "01234", 5, ""},
		}
		for _, tt := range tests {
			in := w.intake(t)
			n, err := read(in, tt.file, tt.content)
			if err == nil {
				err = w.storeUpload(t, in)
			}
			if n != tt.read || (err == nil) != (tt.limit == "") {
				t.Errorf("%s: %d bytes were read, want %d; %v", tt.name, n, tt.read, err)
			}
			if err != nil && limitOf(t, err) != (stored.LimitError{Type: tt.limit, Current: 15, Limit: 20}) {
				t.Errorf("%s: %+v", tt.name, err)
			}
		}
	})
}

// TestManyFilesAreCutOff: the files of one upload share the room.
func TestManyFilesAreCutOff(t *testing.T) {
	each(t, plan{MaxUploads: 3, MaxBytes: 20}, func(t *testing.T, w *world) {
		in := w.intake(t)
		for _, name := range []string{"a", "b"} {
			if n, err := read(in, name, "012345678"); n != 9 || err != nil {
				t.Errorf("%s: %d, %v", name, n, err)
			}
		}
		if n, err := read(in, "c", "012345678"); n != 3 || limitOf(t, err) != (stored.LimitError{Type: "total_storage", Limit: 20}) {
			t.Errorf("%d bytes were read, %v", n, err)
		}
	})
}

// TestAnImportIsOneUpload, however many files it holds, and the same files again are none.
func TestAnImportIsOneUpload(t *testing.T) {
	each(t, plan{MaxUploads: 1, MaxBytes: 10_000}, func(t *testing.T, w *world) {
		want := map[string]string{"db/types.xml": "<types/>", "db/events.xml": "<events/>", "": "odd"}
		keep := func(paths ...string) (*stored.Intake, error) {
			in := w.intake(t)
			for _, path := range paths {
				if _, err := read(in, path, want[strings.ReplaceAll(path, `\`, "/")]); err != nil {
					t.Fatal(err)
				}
			}
			return in, w.storeUpload(t, in)
		}
		for range 2 {
			if _, err := keep("db/types.xml", `db\events.xml`, ""); err != nil {
				t.Fatal(err)
			}
		}
		w.has(t, "upload types.xml and 2 more.zip")
		file := w.files(t, w.scope.UserID)["upload types.xml and 2 more.zip"]
		content := w.content(t, file)
		archive, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, f := range archive.File {
			text, err := fs.ReadFile(archive, f.Name)
			if f.Name != "" && err != nil {
				t.Error(err)
			}
			got[f.Name] = string(text)
		}
		if got["db/types.xml"] != want["db/types.xml"] || got["db/events.xml"] != want["db/events.xml"] || len(got) != 3 {
			t.Errorf("%q", got)
		}
		w.uses(t, stored.Usage{Uploads: 1, Bytes: int64(len(content))})
		if _, err := keep("db/types.xml"); limitOf(t, err) != (stored.LimitError{Type: "stored_uploads", Current: 1, Limit: 1}) {
			t.Errorf("another import: %v", err)
		}
		w.delete(t, "upload types.xml and 2 more.zip")
		in, err := keep("db/types.xml")
		if err != nil {
			t.Fatal(err)
		}
		w.has(t, "upload types.xml")
		if err := w.WithdrawBatch(t.Context(), w.scope.UserID, in.Batch()); err != nil {
			t.Fatal(err)
		}
		w.has(t)
	})
}

func TestBrokenUpload(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		if err := w.intake(t).Receive("a", iotest.ErrReader(io.ErrUnexpectedEOF)); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("error %v", err)
		}
	})
}

// TestHistoryHasARoomOfItsPlan: what only the history has of files goes when it is more than the plan allows, the oldest first and no more
// than it takes. What a file has now stays, however much that is.
func TestHistoryHasARoomOfItsPlan(t *testing.T) {
	each(t, plan{MaxBytes: 10}, func(t *testing.T, w *world) {
		left := func(want ...string) {
			t.Helper()
			if err := w.TrimHistory(t.Context()); err != nil {
				t.Fatal(err)
			}
			got := w.contents(t)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
		w.version(t, "a.txt", "1st.")
		w.version(t, "b.txt", "2nd.")
		left("1st.", "2nd.")
		w.version(t, "b.txt", "3rd.")
		w.version(t, "b.txt", "4th.")
		left("1st.", "4th.")
		left("1st.", "4th.")
		w.version(t, "b.txt", "much more than that")
		left("1st.", "much more than that")
	})
}

// version stores a file of the instance with that content.
func (w *world) version(t *testing.T, path, content string) {
	t.Helper()
	err := w.db.Edit(t.Context(), w.scope, "update", func(e *store.Edit) error {
		ids, err := e.AddContents(t.Context(), []store.Content{{SHA256: content, Size: int64(len(content)), Packed: []byte(content)}})
		if err != nil {
			return err
		}
		values := record.Values{"path": path, "kind": "other", "content_id": ids[content]}
		files, err := e.FilesAt(t.Context(), []string{path}, nil)
		if err == nil && len(files) > 0 {
			_, err = e.Update(t.Context(), record.Files, record.Files.SID(files[0]), values)
		} else if err == nil {
			_, err = e.Create(t.Context(), record.Files, values)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// contents returns what the instance keeps of files.
func (w *world) contents(t *testing.T) (list []string) {
	t.Helper()
	rows, err := w.db.Query(t.Context(), `SELECT sha256 FROM file_contents ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	return list
}
