package conns

import (
	"database/sql/driver"
	"errors"

	"github.com/ncruces/go-sqlite3"
)

const (
	// Large is the size in bytes from which a value is written in pieces.
	Large      = 1 << 20
	largePiece = 256 << 10
)

// LargeValue is an argument of a statement that inserts one row. SQLite gets it in pieces, after the row: as a whole it would be in the
// memory of the connection twice, and what is left there between several of them would fill that memory.
type LargeValue struct {
	Table, Column string
	Data          []byte
}

// Value implements driver.Valuer, for PostgreSQL.
func (v LargeValue) Value() (driver.Value, error) { return v.Data, nil }

// fill writes the value into the row that was inserted last.
func (v LargeValue) fill(conn *sqlite3.Conn) (err error) {
	blob, err := conn.OpenBlob("main", v.Table, v.Column, conn.LastInsertRowID(), true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, blob.Close()) }()
	for rest := v.Data; len(rest) > 0; {
		n, err := blob.Write(rest[:min(len(rest), largePiece)])
		if err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}
