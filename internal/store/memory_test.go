package store_test

import (
	"errors"
	"strconv"
	"testing"

	"quartermaster/internal/outage"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// tooMuch is more than the memory of a connection holds.
const tooMuch = `length(randomblob(400000000))`

// TestAConnectionWithoutMemoryIsReplaced: whatever runs out of memory, on a connection that reads or on the one that writes, ends with
// an error, and the next statement works.
func TestAConnectionWithoutMemoryIsReplaced(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	for range 10 { // more than there are connections
		var n int64
		if err := db.QueryRow(t.Context(), `SELECT `+tooMuch).Scan(&n); !errors.Is(err, outage.ErrUnavailable) {
			t.Fatalf("reading: %v", err)
		}
		if err := db.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := db.Tx(t.Context(), func(tx *store.Tx) error {
			if _, err := tx.Exec(t.Context(), `INSERT INTO heartbeats (queue, beat_at) VALUES ('lost', 1)`); err != nil {
				return err
			}
			_, err := tx.Exec(t.Context(), `UPDATE heartbeats SET beat_at = `+tooMuch)
			return err
		})
		if !errors.Is(err, outage.ErrUnavailable) {
			t.Fatalf("writing: %v", err)
		}
		if _, err := db.Exec(t.Context(), `DELETE FROM heartbeats WHERE queue = 'none'`); err != nil {
			t.Fatal(err)
		}
	}
	var n int
	if err := db.QueryRow(t.Context(), `SELECT count(*) FROM heartbeats`).Scan(&n); err != nil || n != 0 {
		t.Errorf("%d rows of transactions that failed, %v", n, err)
	}
}

// TestManyLargeContentsInOneEdit are stored, though on SQLite they are together larger than the memory of a connection.
func TestManyLargeContentsInOneEdit(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		length := 30 << 20
		if db.Driver() != "sqlite" {
			length = 2 << 20
		}
		data := make([]byte, length)
		for i := range data {
			data[i] = byte(i % 251)
		}
		var list []store.Content
		for i := range 9 {
			list = append(list, store.Content{SHA256: strconv.Itoa(i), Size: int64(len(data)), Packed: data})
		}
		var ids map[string]int64
		err := w.Edit(t.Context(), w.Scope, "import", func(e *store.Edit) (err error) {
			ids, err = e.AddContents(t.Context(), list)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		packed, size, err := db.ReadContent(t.Context(), w.Scope, ids["8"])
		if err != nil || size != int64(len(data)) || string(packed) != string(data) {
			t.Errorf("read %d bytes, %v", len(packed), err)
		}
	})
}
