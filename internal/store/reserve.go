package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"quartermaster/internal/outage"
	"quartermaster/internal/store/conns"
)

const (
	// ReserveFile is the name of the file beside an SQLite database that keeps room on its disk.
	ReserveFile = "reserve"
	// reserveBytes is enough for some dozens of deletions: even they are written down first.
	reserveBytes = 4 << 20
)

// probeBytes is more than SQLite needs to write a page.
const probeBytes = 64 << 10

// isFull tries to write beside the database.
func (d sqliteDialect) isFull() bool {
	if d.dir == "" {
		return false
	}
	file, err := os.CreateTemp(d.dir, "room-*")
	if err == nil {
		defer os.Remove(file.Name())
		_, err = file.Write(make([]byte, probeBytes))
		err = errors.Join(err, file.Close())
	}
	return errors.Is(outage.Of(err), outage.ErrFull)
}

// reserve is a file that occupies room on the disk of an SQLite database, for deletions when the disk is full.
type reserve struct{ path string }

// newReserve creates the file where there is room for it; a database that does not wait for the disk has none.
func newReserve(c Config) *reserve {
	if c.Unsynced {
		return nil
	}
	r := &reserve{filepath.Join(c.Dir, ReserveFile)}
	r.fill()
	return r
}

// fill creates the file when it is missing and the disk has room.
func (r *reserve) fill() {
	if r == nil {
		return
	}
	if info, err := os.Stat(r.path); err == nil && info.Size() == reserveBytes {
		return
	}
	if os.WriteFile(r.path, make([]byte, reserveBytes), 0o600) != nil {
		_ = os.Remove(r.path)
	}
}

// release removes the file, and reports whether there was one.
func (r *reserve) release() bool { return r != nil && os.Remove(r.path) == nil }

// Freeing is Tx for deletions and for what people need to get at them: on a full disk it runs again in the room of the reserve.
func (db *DB) Freeing(ctx context.Context, fn func(*Tx) error) error {
	return db.freeing(ctx, conns.Alone, fn)
}

func (db *DB) freeing(ctx context.Context, m conns.Mode, fn func(*Tx) error) error {
	err := db.txAs(ctx, m, fn)
	if errors.Is(err, outage.ErrFull) && db.reserve.release() {
		err = db.Tx(ctx, fn)
	}
	if err == nil {
		db.reserve.fill()
	}
	return err
}

// ExecFreeing is Exec for deletions; see Freeing.
func (db *DB) ExecFreeing(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = db.Freeing(ctx, func(tx *Tx) error {
		n, err = tx.Exec(ctx, query, args...)
		return err
	})
	return n, err
}
