package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// single is the writer of SQLite: one connection with prepared statements, for one transaction at a time. Short transactions that
// wait for each other share a commit, and so a wait for the disk; see group.
type single struct {
	db         *sql.DB
	conn       *sql.Conn
	turns      turns
	joining    time.Duration // for how long others may join a group, from its first member on
	statements map[string]*sql.Stmt
	native     *native
	rows       *sql.Rows // the last that were asked for, which are open if a panic has kept who reads them from closing them
}

// joining is how long the first member of a group may wait for those who join it.
const joining = 20 * time.Millisecond

func newSingle(ctx context.Context, db *sql.DB) (*single, error) {
	s := &single{db: db, joining: joining, statements: map[string]*sql.Stmt{}}
	return s, s.connect(ctx)
}

func (s *single) connect(ctx context.Context) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	s.conn = conn
	return conn.Raw(func(c any) error {
		s.native = &native{conn: c.(*sqliteConn).Raw(), statements: map[string]*sqlite3.Stmt{}}
		return nil
	})
}

// revive takes another connection where the present one is lost.
func (s *single) revive(ctx context.Context) error {
	lost := true
	_ = s.conn.Raw(func(c any) error { // which fails where it is closed
		lost = c.(*sqliteConn).lost
		return nil
	})
	if !lost {
		return nil
	}
	clear(s.statements) // which are closed with their connection
	_ = s.conn.Close()
	return s.connect(context.WithoutCancel(ctx))
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
	s.native.forget()
}

// ExecContext runs a statement that is prepared once.
func (s *single) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if result, done, err := s.execNatively(ctx, query, args); done {
		return result, err
	}
	stmt, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

func (s *single) execNatively(ctx context.Context, query string, args []any) (result sql.Result, done bool, err error) {
	closed := s.conn.Raw(func(c any) error {
		defer c.(*sqliteConn).catch(&err)
		done = true
		result, done, err = s.native.exec(ctx, query, args)
		return nil
	})
	if closed != nil {
		return nil, true, closed
	}
	return result, done, err
}

// QueryContext runs a statement that is prepared once. It closes the rows of the one before.
func (s *single) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s.closeRows()
	stmt, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	s.rows, err = stmt.QueryContext(ctx, args...)
	return s.rows, err
}

// closeRows closes rows that are still open: the connection would wait for them for ever when it is closed.
func (s *single) closeRows() {
	if s.rows != nil {
		_ = s.rows.Close()
		s.rows = nil
	}
}

// inTransaction reports whether the connection is in a transaction: SQLite rolls back by itself on some failures.
func (s *single) inTransaction() bool {
	open := false
	_ = s.conn.Raw(func(c any) error {
		open = !c.(*sqliteConn).Raw().GetAutocommit()
		return nil
	})
	return open
}

// close waits for the transactions that are running or waiting; later ones fail.
func (s *single) close() error {
	if _, err := s.turns.take(context.Background(), alone); err != nil {
		return err
	}
	defer s.turns.free()
	s.forget()
	return s.conn.Close()
}
