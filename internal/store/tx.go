package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Tx is a transaction that may write. Its statements are prepared once, as those of DB.
type Tx struct {
	tx *sql.Tx
	db *DB
}

// Tx runs fn in one transaction: all of it is kept, or nothing when fn or the commit fails.
func (db *DB) Tx(ctx context.Context, fn func(*Tx) error) error {
	tx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return db.domainError(err)
	}
	if err := fn(&Tx{tx: tx, db: db}); err != nil {
		return errors.Join(err, ignoreDone(tx.Rollback()))
	}
	return db.domainError(tx.Commit())
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// Exec runs one writing statement in a transaction of its own and returns how many rows it touched.
func (db *DB) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := db.write.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, db.domainError(err)
	}
	return result.RowsAffected()
}

// Exec runs a writing statement and returns how many rows it touched.
func (tx *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := tx.tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, tx.db.domainError(err)
	}
	return result.RowsAffected()
}

// Query reads rows, also those that the transaction has written.
func (tx *Tx) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	rows, err := tx.tx.QueryContext(ctx, query, args...)
	return rows, tx.db.domainError(err)
}

// QueryRow reads one row.
func (tx *Tx) QueryRow(ctx context.Context, query string, args ...any) Row {
	rows, err := tx.Query(ctx, query, args...)
	return Row{rows: rows, err: err, db: tx.db}
}

// Now is the time that records get, as DB.Now.
func (tx *Tx) Now() int64 { return tx.db.Now() }

// one turns a count of touched rows into ErrNotFound when there was none.
func one(n int64, err error) error {
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}

// collect reads all rows by means of scan and closes them.
func collect(rows *sql.Rows, scan func(*sql.Rows) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("reading a row: %w", err)
		}
	}
	return rows.Err()
}
