package store

import (
	"context"
	"database/sql"
	"errors"
)

// runner runs statements inside a transaction.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Tx is a transaction that may write.
type Tx struct {
	run runner
	db  *DB
}

// Tx runs fn in one transaction, which is rolled back when fn or the commit fails. When fn edits an instance whose records are
// being stored in slices, it runs again after that.
func (db *DB) Tx(ctx context.Context, fn func(*Tx) error) error {
	for {
		err := db.tx(ctx, fn)
		var other waiting
		if !errors.As(err, &other) {
			return err
		}
		if err := other.await(ctx); err != nil {
			return err
		}
	}
}

func (db *DB) tx(ctx context.Context, fn func(*Tx) error) error {
	var inner error // of fn, whose errors are no driver's
	err := db.writer.transact(ctx, func(run runner) error {
		inner = fn(&Tx{run: run, db: db})
		return inner
	})
	if inner != nil {
		return contextError(ctx, err)
	}
	return db.domainError(ctx, err)
}

// Exec runs one writing statement in a transaction of its own and returns how many rows it touched.
func (db *DB) Exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		n, err = tx.Exec(ctx, query, args...)
		return err
	})
	return n, err
}

// Exec runs a writing statement and returns how many rows it touched.
func (tx *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := tx.run.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, tx.db.domainError(ctx, err)
	}
	return result.RowsAffected()
}

// Query reads rows, also those that the transaction has written. Rows must be read to the end or closed before the next
// statement.
func (tx *Tx) Query(ctx context.Context, query string, args ...any) (*Rows, error) {
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

// single is the writer of SQLite: one connection with prepared statements, for one transaction at a time.
type single struct {
	conn       *sql.Conn
	turn       chan struct{} // holds one token
	statements map[string]*sql.Stmt
}

func newSingle(ctx context.Context, db *sql.DB) (*single, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := &single{conn: conn, turn: make(chan struct{}, 1), statements: map[string]*sql.Stmt{}}
	s.turn <- struct{}{}
	return s, nil
}

func (s *single) transact(ctx context.Context, fn func(runner) error) error {
	select {
	case <-s.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { s.turn <- struct{}{} }()
	if _, err := s.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	return s.finish(ctx, fn)
}

// finish commits, or rolls back on an error and on a panic, even when the request is already cancelled.
func (s *single) finish(ctx context.Context, fn func(runner) error) error {
	committed := false
	defer func() {
		if !committed { // SQLite may have rolled back by itself, then this fails
			_, _ = s.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		}
	}()
	if err := fn(s); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := s.ExecContext(context.WithoutCancel(ctx), "COMMIT")
	committed = err == nil
	return err
}

func (s *single) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := s.statements[query]; ok {
		return stmt, nil
	}
	stmt, err := s.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if len(s.statements) >= maxStatements {
		s.forget()
	}
	s.statements[query] = stmt
	return stmt, nil
}

func (s *single) forget() {
	for query, stmt := range s.statements {
		_ = stmt.Close()
		delete(s.statements, query)
	}
}

// ExecContext runs a statement that is prepared once.
func (s *single) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	stmt, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

// QueryContext runs a statement that is prepared once.
func (s *single) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// close waits for the running transaction; later ones fail.
func (s *single) close() error {
	<-s.turn
	defer func() { s.turn <- struct{}{} }()
	s.forget()
	return s.conn.Close()
}
