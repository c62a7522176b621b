package conns

import (
	"context"
	"database/sql"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// Single is the writer of SQLite: one connection with prepared statements, for one transaction at a time. Short transactions that
// wait for each other share a commit, and so a wait for the disk; see group.
type Single struct {
	Conn    *sql.Conn // of whoever has the turn
	Turns   turns
	Joining time.Duration // for how long others may join a group, from its first member on

	db         *sql.DB
	statements map[string]*sql.Stmt
	native     *native
	rows       *sql.Rows // the last that were asked for, which are open if a panic has kept who reads them from closing them
}

// joining is how long the first member of a group may wait for those who join it.
const joining = 20 * time.Millisecond

// NewSingle returns a writer over the one connection of a database.
func NewSingle(ctx context.Context, db *sql.DB) (*Single, error) {
	s := &Single{db: db, Joining: joining, statements: map[string]*sql.Stmt{}}
	return s, s.connect(ctx)
}

func (s *Single) connect(ctx context.Context) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	s.Conn = conn
	return conn.Raw(func(c any) error {
		s.native = &native{conn: c.(*sqliteConn).Raw(), statements: map[string]*sqlite3.Stmt{}}
		return nil
	})
}

// revive takes another connection where the present one is lost.
func (s *Single) revive(ctx context.Context) error {
	lost := true
	_ = s.Conn.Raw(func(c any) error { // which fails where it is closed
		lost = c.(*sqliteConn).lost
		return nil
	})
	if !lost {
		return nil
	}
	clear(s.statements) // which are closed with their connection
	_ = s.Conn.Close()
	return s.connect(context.WithoutCancel(ctx))
}

func (s *Single) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := s.statements[query]; ok {
		return stmt, nil
	}
	stmt, err := s.Conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if len(s.statements) >= MaxStatements {
		s.forget()
	}
	s.statements[query] = stmt
	return stmt, nil
}

func (s *Single) forget() {
	for query, stmt := range s.statements {
		_ = stmt.Close()
		delete(s.statements, query)
	}
	s.native.forget()
}

// ExecContext runs a statement that is prepared once.
func (s *Single) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if result, done, err := s.execNatively(ctx, query, args); done {
		return result, err
	}
	stmt, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

func (s *Single) execNatively(ctx context.Context, query string, args []any) (result sql.Result, done bool, err error) {
	closed := s.Conn.Raw(func(c any) error {
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
func (s *Single) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s.closeRows()
	stmt, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	s.rows, err = stmt.QueryContext(ctx, args...)
	return s.rows, err
}

// closeRows closes rows that are still open: the connection would wait for them for ever when it is closed.
func (s *Single) closeRows() {
	if s.rows != nil {
		_ = s.rows.Close()
		s.rows = nil
	}
}

// inTransaction reports whether the connection is in a transaction: SQLite rolls back by itself on some failures.
func (s *Single) inTransaction() bool {
	open := false
	_ = s.Conn.Raw(func(c any) error {
		open = !c.(*sqliteConn).Raw().GetAutocommit()
		return nil
	})
	return open
}

// Close waits for the transactions that are running or waiting; later ones fail.
func (s *Single) Close() error {
	if _, err := s.Turns.take(context.Background(), Alone); err != nil {
		return err
	}
	defer s.Turns.free()
	s.forget()
	return s.Conn.Close()
}
