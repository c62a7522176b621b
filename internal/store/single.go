package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
)

// single is the writer of SQLite: one connection with prepared statements, for one transaction at a time. Short transactions that
// wait for each other share a commit, and so a wait for the disk; see group.
type single struct {
	conn       *sql.Conn
	turns      turns
	joining    time.Duration // for how long others may join a group, from its first member on
	statements map[string]*sql.Stmt
	native     *native
}

// joining is how long the first member of a group may wait for those who join it.
const joining = 20 * time.Millisecond

func newSingle(ctx context.Context, db *sql.DB) (*single, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := &single{conn: conn, joining: joining, statements: map[string]*sql.Stmt{}}
	return s, conn.Raw(func(c any) error {
		s.native = &native{conn: c.(driver.Conn).Raw(), statements: map[string]*sqlite3.Stmt{}}
		return nil
	})
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
	closed := s.conn.Raw(func(any) error {
		result, done, err = s.native.exec(ctx, query, args)
		return nil
	})
	if closed != nil {
		return nil, true, closed
	}
	return result, done, err
}

// QueryContext runs a statement that is prepared once.
func (s *single) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// inTransaction reports whether the connection is in a transaction: SQLite rolls back by itself on some failures.
func (s *single) inTransaction() bool {
	open := false
	_ = s.conn.Raw(func(c any) error {
		open = !c.(driver.Conn).Raw().GetAutocommit()
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
