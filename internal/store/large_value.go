package store

import (
	"database/sql/driver"
	"errors"

	"github.com/ncruces/go-sqlite3"
)

const (
	// large is the size in bytes from which a value is written in pieces.
	large      = 1 << 20
	largePiece = 256 << 10
)

// largeValue is an argument of a statement that inserts one row. SQLite gets it in pieces, after the row: as a whole it would be in the
// memory of the connection twice, and what is left there between several of them would fill that memory.
type largeValue struct {
	table, column string
	data          []byte
}

// Value implements driver.Valuer, for PostgreSQL.
func (v largeValue) Value() (driver.Value, error) { return v.data, nil }

// fill writes the value into the row that was inserted last.
func (v largeValue) fill(conn *sqlite3.Conn) (err error) {
	blob, err := conn.OpenBlob("main", v.table, v.column, conn.LastInsertRowID(), true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, blob.Close()) }()
	for rest := v.data; len(rest) > 0; {
		n, err := blob.Write(rest[:min(len(rest), largePiece)])
		if err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}
