package store

import (
	"context"
	"errors"

	"quartermaster/internal/store/conns"
)

// Tx is a transaction that may write.
type Tx struct {
	run  conns.Runner
	db   *DB
	made revisionOf // by an edit in it
	work bool       // it carries out the request that it belongs to

	waits   bool        // see write
	waiting []conns.Leg // in a flight with the next one
}

// Tx runs fn in one transaction, which is rolled back when fn or the commit fails. When fn edits an instance whose records are
// being stored in slices, it runs again after that.
func (db *DB) Tx(ctx context.Context, fn func(*Tx) error) error { return db.txAs(ctx, conns.Alone, fn) }

// shortTx is Tx for work of few statements on few rows, which may share a commit with that of others.
func (db *DB) shortTx(ctx context.Context, fn func(*Tx) error) error {
	return db.txAs(ctx, conns.Grouped, fn)
}

func (db *DB) txAs(ctx context.Context, m conns.Mode, fn func(*Tx) error) error {
	for {
		err := db.txOnce(ctx, m, fn)
		var other waiting
		if !errors.As(err, &other) {
			return err
		}
		if err := other.await(ctx); err != nil {
			return err
		}
	}
}

func (db *DB) txOnce(ctx context.Context, m conns.Mode, fn func(*Tx) error) error {
	var inner error // of fn: a domain error already
	var made revisionOf
	err := db.writer.Transact(ctx, m, func(run conns.Runner) error {
		tx := &Tx{run: run, db: db}
		inner = fn(tx)
		if inner == nil && (tx.work || tx.made.number != 0) {
			inner = tx.noteWork(ctx, workDone, KeyLifetime)
		}
		if inner == nil {
			inner = tx.commit(ctx)
		}
		made = tx.made
		return inner
	})
	if err == nil {
		db.noteRevision(ctx, made)
	}
	var lost conns.GroupError
	if inner != nil && !errors.As(err, &lost) {
		return contextError(ctx, err)
	}
	return db.domainError(ctx, err)
}

// Exec runs one writing statement in a transaction of its own and returns how many rows it touched. It returns ErrTaken or ErrReference for
// what a constraint refuses.
func (db *DB) Exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		n, err = tx.Exec(ctx, query, args...)
		return err
	})
	return n, err
}

// Exec runs a writing statement and returns how many rows it touched. It returns ErrTaken or ErrReference for what a constraint refuses.
func (tx *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	query, args = tx.together(query, args, 0)
	result, err := tx.run.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, tx.db.domainError(ctx, err)
	}
	return result.RowsAffected()
}

// Query reads rows, also those that the transaction has written. Rows must be read to the end or closed before the next
// statement.
func (tx *Tx) Query(ctx context.Context, query string, args ...any) (*Rows, error) {
	query, args = tx.together(query, args, 1)
	rows, err := tx.run.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, tx.db.domainError(ctx, err)
	}
	return &Rows{rows, tx.db, ctx, nil}, nil
}

// QueryRow reads one row.
func (tx *Tx) QueryRow(ctx context.Context, query string, args ...any) Row {
	rows, err := tx.Query(ctx, query, args...)
	return Row{rows: rows, err: err}
}

// Now is DB.Now.
func (tx *Tx) Now() int64 { return tx.db.Now() }
