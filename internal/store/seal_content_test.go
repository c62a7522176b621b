package store_test

import (
	"bytes"
	"fmt"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// sealing is an instance whose files have contents.
type sealing struct {
	*store.DB
	scope store.Scope
}

// add stores a file with a content, and returns the id of that.
func (s sealing) add(t *testing.T, path string, data []byte) (id int64) {
	t.Helper()
	err := s.Edit(t.Context(), s.scope, "create", func(e *store.Edit) error {
		ids, err := e.AddContents(t.Context(), []store.Content{{SHA256: path, Size: int64(len(data)), Packed: store.PackContent(data)}})
		if err != nil {
			return err
		}
		id = ids[path]
		_, err = e.Create(t.Context(), record.Files, record.Values{"path": path, "kind": "other", "content_id": id, "original_id": id})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// read returns a content as everybody reads it.
func (s sealing) read(t *testing.T, id int64) []byte {
	t.Helper()
	packed, size, err := s.ReadContent(t.Context(), s.scope, id)
	if err != nil {
		t.Fatal(err)
	}
	data, err := store.UnpackContent(packed, size)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// sealed tells how many contents are sealed.
func (s sealing) sealed(t *testing.T) (n int) {
	t.Helper()
	if err := s.QueryRow(t.Context(), `SELECT count(*) FROM file_contents WHERE length(content) > 0 AND substr(content, 1, 14) = $1`,
		[]byte("\x00quartermaster")).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func newSealing(t *testing.T, db *store.DB) sealing {
	t.Helper()
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	return sealing{db, scope}
}

// TestContentsAreSealed: those with passwords are, whatever their encoding, and everybody reads what was stored.
func TestContentsAreSealed(t *testing.T) {
	tests := []struct {
		name, content string
		sealed        bool
	}{
		{"configuration", "password = \"x\";\n", true},
		{"other letter case", "RConPassWord x\n", true},
		{"utf-16", "p\x00a\x00s\x00s\x00w\x00o\x00r\x00d\x00=\x00x\x00", true},
		{"no password", "hostname = \"x\";\n", false},
		{"empty", "", false},
		{"what looks sealed", "\x00quartermaster sealed content 1\x00x", true},
	}
	eachConfig(t, func(t *testing.T, c store.Config) {
		c.Key = keyOf(1)
		s := newSealing(t, open(t, c))
		for i, tt := range tests {
			before := s.sealed(t)
			id := s.add(t, fmt.Sprintf("%d.cfg", i), []byte(tt.content))
			if got := s.read(t, id); string(got) != tt.content {
				t.Errorf("%s: read %q", tt.name, got)
			}
			if sealed := s.sealed(t) > before; sealed != tt.sealed {
				t.Errorf("%s: sealed: %v", tt.name, sealed)
			}
		}
	})
}

// TestOlderContentsAreSealed: those that an older process has stored, once, and no more is written after that.
func TestOlderContentsAreSealed(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		c.Key = keyOf(1)
		s := newSealing(t, open(t, c))
		var ids []int64
		for i := range 50 {
			id := s.add(t, fmt.Sprintf("%d.cfg", i), []byte("x"))
			data := fmt.Appendf(nil, "password = \"%d\";", i)
			if _, err := s.Exec(t.Context(), `UPDATE file_contents SET content = $1, size = $2 WHERE id = $3`, data, len(data), id); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		for range 2 {
			if err := s.SealContents(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if n := s.sealed(t); n != len(ids) {
			t.Errorf("%d of %d are sealed", n, len(ids))
		}
		for i, id := range ids {
			if got := s.read(t, id); !bytes.Equal(got, fmt.Appendf(nil, "password = \"%d\";", i)) {
				t.Errorf("read %q", got)
			}
		}
	})
}

// TestResetKeyForgetsSealedFiles: those are gone, and others stay.
func TestResetKeyForgetsSealedFiles(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		c.Key = keyOf(1)
		db := open(t, c)
		s := newSealing(t, db)
		s.add(t, "serverDZ.cfg", []byte("password = \"x\";"))
		stays := s.add(t, "init.c", []byte("void main() {}"))
		_ = db.Close()
		c.Key = nil
		s.DB = open(t, c)
		if n, err := s.ResetKey(t.Context(), keyOf(2)); n != (store.Forgotten{Files: 1}) || err != nil {
			t.Errorf("%+v forgotten, %v", n, err)
		}
		if got := s.read(t, stays); string(got) != "void main() {}" {
			t.Errorf("read %q", got)
		}
		if paths := texts(t, s.DB, `SELECT path FROM instance_files WHERE path LIKE '%.c%'`); len(paths) != 1 || paths[0] != "init.c" {
			t.Errorf("files %v", paths)
		}
	})
}
