package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"quartermaster/internal/outage"
)

const (
	// ReserveFile is the name of the file beside an SQLite database that keeps room on its disk.
	ReserveFile = "reserve"
	// reserveBytes is room for some dozens of deletions: on a full disk, even they have to be written down first.
	reserveBytes = 4 << 20
)

// probeBytes are more than one that writes a page needs.
const probeBytes = 64 << 10

// isFull tries whether something can be written beside the database.
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

// reserve is a file that takes up room on the disk of an SQLite database, until what makes room needs it.
type reserve struct{ path string }

// newReserve makes the file where there is room for it. Databases of tests that wait for no disk have none.
func newReserve(c Config) *reserve {
	if c.Unsynced {
		return nil
	}
	r := &reserve{filepath.Join(c.Dir, ReserveFile)}
	r.fill()
	return r
}

// fill makes the file when it is not there; a disk that is full has to do without.
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

// release gives the room free, and tells whether there was any.
func (r *reserve) release() bool { return r != nil && os.Remove(r.path) == nil }

// Freeing is Tx for what makes room, such as deletions, and for what people need to get at it: on a full disk it uses what the
// database has kept back.
func (db *DB) Freeing(ctx context.Context, fn func(*Tx) error) error {
	err := db.Tx(ctx, fn)
	if errors.Is(err, outage.ErrFull) && db.reserve.release() {
		err = db.Tx(ctx, fn)
	}
	if err == nil {
		db.reserve.fill()
	}
	return err
}

// ExecFreeing is Exec for what makes room; see Freeing.
func (db *DB) ExecFreeing(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = db.Freeing(ctx, func(tx *Tx) error {
		n, err = tx.Exec(ctx, query, args...)
		return err
	})
	return n, err
}
