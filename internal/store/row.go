package store

import (
	"cmp"
	"context"
	"database/sql"
)

// Rows is the result of Query. Its methods return domain errors.
type Rows struct {
	*sql.Rows
	db   *DB
	ctx  context.Context // of the query: rows are read while it lasts
	done func() error    // called when they are closed; may be nil
}

// Next is that of sql.Rows. At the end it closes the rows, so that nobody who asks the next question still has the connection of the one
// before: accounts share them out, and one may have few.
func (r *Rows) Next() bool {
	if r.Rows.Next() {
		return true
	}
	_ = r.Close() // whose error is that of Err
	return false
}

// Close ends the reading. Every caller of Query closes its rows.
func (r *Rows) Close() error {
	err := r.Rows.Close()
	if r.done != nil {
		_ = r.done() // which does nothing the second time; an error only says that they were closed before
	}
	return err
}

// Scan copies the columns of the present row. Contents of files that are sealed are opened. It returns an error for one that was sealed
// under another key.
func (r *Rows) Scan(dest ...any) error {
	if err := r.Rows.Scan(dest...); err != nil {
		return r.db.domainError(r.ctx, err)
	}
	return r.db.seal.openContents(dest)
}

// Err returns the error that ended Next, nil at the end of the rows.
func (r *Rows) Err() error { return r.db.domainError(r.ctx, r.Rows.Err()) }

// Row is the result of QueryRow.
type Row struct {
	rows *Rows
	err  error
}

// Scan copies the row's columns. It returns ErrNotFound when there is no row.
func (r Row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if !r.rows.Next() {
		return cmp.Or(r.rows.Err(), ErrNotFound)
	}
	if err := r.rows.Scan(dest...); err != nil {
		return err
	}
	return r.rows.db.domainError(r.rows.ctx, r.rows.Close())
}
