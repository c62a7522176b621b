package stored_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
)

func (w *world) uses(t *testing.T, want stored.Usage) {
	t.Helper()
	got, err := w.Usage(t.Context(), w.scope.UserID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFilesAreKept(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		w.keep(t, upload("db/types.xml", "<types/>"), upload(`mods\a.zip`, "PK"))
		w.keep(t, generated("types.xml", "<types></types>"))
		w.has(t, "generate types.xml", "upload a.zip", "upload types.xml")
		w.uses(t, stored.Usage{Uploads: 2, Generates: 1, Bytes: 25})
		files := w.files(t, w.scope.UserID)
		for name, want := range map[string]string{"upload types.xml": "<types/>", "upload a.zip": "PK", "generate types.xml": "<types></types>"} {
			file := files[name]
			if got := w.content(t, file); got != want || file.Size != int64(len(want)) || *file.InstanceID != w.scope.InstanceID {
				t.Errorf("%+v holds %q, want %q", file, got, want)
			}
		}
		if created := files["upload a.zip"].CreatedAt; int64(created) != w.now().UnixMicro() {
			t.Errorf("stored at %v", created)
		}
	})
}

// TestTheSameIsKeptOnce: what is stored already neither counts nor needs room, and equal contents share one blob.
func TestTheSameIsKeptOnce(t *testing.T) {
	each(t, plan{MaxUploads: 1, MaxGenerates: 2, MaxBytes: 3}, func(t *testing.T, w *world) {
		w.keep(t, upload("a", "x"), upload("a", "x"))
		w.keep(t, generated("a", "x"))
		w.keep(t, generated("b", "x"))
		for range 2 {
			w.keep(t, upload("a", "x"), upload("folder/a", "x"))
			if err := w.StoreOne(t.Context(), w.scope, generated("b", "x")); err != nil {
				t.Error(err)
			}
		}
		w.uses(t, stored.Usage{Uploads: 1, Generates: 2, Bytes: 3})
		if keys := w.keys(t); len(keys) != 1 {
			t.Errorf("contents %q", keys)
		}
		for _, name := range []string{"upload a", "generate a", "generate b"} {
			if len(w.keys(t)) != 1 {
				t.Errorf("before %s goes its content is gone", name)
			}
			w.delete(t, name)
		}
		if keys := w.keys(t); len(keys) != 0 {
			t.Errorf("left behind: %q", keys)
		}
	})
}

func TestDeletionMakesRoom(t *testing.T) {
	each(t, plan{MaxUploads: 1, MaxGenerates: 1, MaxBytes: 10}, func(t *testing.T, w *world) {
		for _, content := range []string{"first", "second"} {
			w.keep(t, upload("a", content))
			w.delete(t, "upload a")
		}
		w.has(t)
		gone := record.StoredFile{UserID: w.scope.UserID, SHA256: upload("a", "first").SHA256()}
		if _, err := w.Open(t.Context(), gone); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("opening what was deleted: %v", err)
		}
		if err := w.Delete(t.Context(), w.scope.UserID, "0123456789"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("deleting what is not there: %v", err)
		}
	})
}

func TestWithdraw(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		w.keep(t, upload("a", "x"))
		batch := w.keep(t, upload("a", "x"), upload("b", "x"), upload("c", "y"))
		if err := w.WithdrawBatch(t.Context(), w.scope.UserID, batch.ID()); err != nil {
			t.Fatal(err)
		}
		w.has(t, "upload a")
		if keys := w.keys(t); len(keys) != 1 {
			t.Errorf("contents %q", keys)
		}
	})
}

// TestUsersDoNotMeet: equal files of two users are two, and nobody reaches those of another.
func TestUsersDoNotMeet(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		mine := w.scope
		theirs, _ := storetest.Instance(t, w.db, storetest.User(t, w.db))
		w.keep(t, upload("a", "x"))
		if _, err := w.Store(t.Context(), theirs, upload("a", "x")); err != nil {
			t.Fatal(err)
		}
		w.uses(t, stored.Usage{Uploads: 1, Bytes: 1})
		sid := w.files(t, theirs.UserID)["upload a"].SID
		if err := w.Delete(t.Context(), mine.UserID, sid); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("deleting another's file: %v", err)
		}
		w.delete(t, "upload a")
		if got := w.content(t, w.files(t, theirs.UserID)["upload a"]); got != "x" {
			t.Errorf("the other's file holds %q", got)
		}
	})
}

func TestFilesOutliveTheirInstance(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		userID := w.scope.UserID
		other, sid := storetest.Instance(t, w.db, userID)
		if _, err := w.Store(t.Context(), other, upload("a", "x")); err != nil {
			t.Fatal(err)
		}
		if file := w.files(t, userID)["upload a"]; *file.InstanceSID != sid || *file.InstanceName != "Test" {
			t.Errorf("%+v", file)
		}
		if err := w.db.DeleteInstance(t.Context(), userID, sid); err != nil {
			t.Fatal(err)
		}
		file := w.files(t, userID)["upload a"]
		if file.InstanceID != nil || file.InstanceSID != nil || w.content(t, file) != "x" {
			t.Errorf("%+v", file)
		}
	})
}

// TestNames: what a file is called can stand in any header and in both databases.
func TestNames(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		for path, want := range map[string]string{
			"types.xml":                       "types.xml",
			"/a/b\\c/ban.txt":                 "ban.txt",
			"":                                "file",
			"folder/":                         "file",
			"\x00\n\xff":                      "file",
			"a\x00b\r\nc\xff.xml":             "abc.xml",
			"ä ö.xml":                         "ä ö.xml",
			"\u202eexe.xml":                   "exe.xml",
			"a\uFFFDb":                        "ab",
			strings.Repeat("x", 300) + ".xml": strings.Repeat("x", 251) + ".xml",
			"..":                              "..",
		} {
			batch := w.keep(t, upload(path, path))
			w.has(t, "upload "+want)
			if err := w.WithdrawBatch(t.Context(), w.scope.UserID, batch.ID()); err != nil {
				t.Fatal(err)
			}
		}
	})
}
