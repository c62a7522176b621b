package store_test

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path/filepath"
	"testing"

	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestRehearsalsCopyNoContents however much an instance keeps, and read them all the same.
func TestRehearsalsCopyNoContents(t *testing.T) {
	t.Parallel()
	c := storetest.SQLiteConfig(t)
	db, err := store.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	w := newWorld(t, db)
	kept := randomContent(8 << 20)
	id := w.addContent(t, kept)
	_, err = w.Rehearse(t.Context(), w.Scope, "import", func(edit store.EditFunc) error {
		return edit(t.Context(), func(e *store.Edit) error {
			if size := sizeOf(t, filepath.Join(c.Dir, "rehearsal-*")); size == 0 || size > 4<<20 {
				t.Errorf("the copy takes %d bytes", size)
			}
			packed, size, err := e.ReadContent(t.Context(), id)
			if err == nil && (!bytes.Equal(packed, kept.Packed) || size != kept.Size) {
				t.Errorf("the rehearsal reads %d bytes of %d", len(packed), size)
			}
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if size := sizeOf(t, filepath.Join(c.Dir, "rehearsal-*")); size != 0 {
		t.Errorf("%d bytes of the copy are left", size)
	}
}

func randomContent(size int64) store.Content {
	data := make([]byte, size)
	_, _ = rand.Read(data)
	sum := sha256.Sum256(data)
	return store.Content{SHA256: hex.EncodeToString(sum[:]), Size: size, Packed: store.PackContent(data)}
}

// addContent stores a content in the instance and returns its id.
func (w world) addContent(t testing.TB, c store.Content) (id int64) {
	t.Helper()
	err := w.Edit(t.Context(), w.Scope, "import", func(e *store.Edit) error {
		ids, err := e.AddContents(t.Context(), []store.Content{c})
		id = ids[c.SHA256]
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// sizeOf returns the size of all files below the folders that match the pattern.
func sizeOf(t testing.TB, pattern string) (size int64) {
	t.Helper()
	found, err := filepath.Glob(pattern)
	for _, root := range found {
		err = filepath.WalkDir(root, func(_ string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				if info, err := d.Info(); err == nil {
					size += info.Size()
				}
			}
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return size
}
