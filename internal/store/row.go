package store

import (
	"cmp"
	"context"
	"database/sql"
)

// Row is the result of QueryRow.
type Row struct {
	rows *sql.Rows
	err  error
	db   *DB
	ctx  context.Context // of the query: rows are read while it lasts
}

// Scan copies the row's columns. It returns ErrNotFound when there is no row.
func (r Row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if !r.rows.Next() {
		return r.db.domainError(r.ctx, cmp.Or(r.rows.Err(), sql.ErrNoRows))
	}
	if err := r.rows.Scan(dest...); err != nil {
		return r.db.domainError(r.ctx, err)
	}
	return r.db.domainError(r.ctx, r.rows.Close())
}
