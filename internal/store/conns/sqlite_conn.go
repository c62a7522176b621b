package conns

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"runtime/debug"

	"github.com/ncruces/go-sqlite3"
	sqlite "github.com/ncruces/go-sqlite3/driver"

	"quartermaster/internal/outage"
)

// OpenSQLite returns connections to the SQLite database at an address, each of them prepared.
func OpenSQLite(address string, prepare func(*sqlite3.Conn) error) (*sql.DB, error) {
	inner, err := new(sqlite.SQLite).OpenConnector(address)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(connector{inner, prepare}), nil
}

type connector struct {
	driver.Connector
	prepare func(*sqlite3.Conn) error
}

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (_ driver.Conn, err error) {
	conn := new(sqliteConn)
	defer conn.catch(&err)
	inner, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn.Conn = inner.(sqlite.Conn)
	if err := c.prepare(conn.Raw()); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

// sqliteConn is a connection whose panics are errors. The driver panics when SQLite has no memory left, of which each connection has 256
// MiB of its own: database/sql would never get such a connection back, nor the machine its memory.
type sqliteConn struct {
	sqlite.Conn
	lost bool // it has panicked, and is given up
}

// catch turns a panic into an error, with its stack for the log. It is deferred.
func (c *sqliteConn) catch(err *error) {
	if reason := recover(); reason != nil {
		c.lost = true
		*err = fmt.Errorf("%w: SQLite: %v\n%s", outage.ErrUnavailable, reason, debug.Stack())
	}
}

// IsValid implements driver.Validator.
func (c *sqliteConn) IsValid() bool { return !c.lost }

// Close implements driver.Conn. SQLite keeps a connection open whose statements are.
func (c *sqliteConn) Close() (err error) {
	defer c.catch(&err)
	var left []*sqlite3.Stmt
	for s := range c.Raw().Stmts() {
		left = append(left, s)
	}
	for _, s := range left {
		_ = s.Close()
	}
	return c.Conn.Close()
}

// BeginTx implements driver.ConnBeginTx.
func (c *sqliteConn) BeginTx(ctx context.Context, o driver.TxOptions) (tx driver.Tx, err error) {
	defer c.catch(&err)
	tx, err = c.Conn.BeginTx(ctx, o)
	return sqliteTx{tx, c}, err
}

type sqliteTx struct {
	driver.Tx
	conn *sqliteConn
}

func (t sqliteTx) Commit() (err error) {
	defer t.conn.catch(&err)
	return t.Tx.Commit()
}

func (t sqliteTx) Rollback() (err error) {
	defer t.conn.catch(&err)
	return t.Tx.Rollback()
}

// ExecContext implements driver.ExecerContext.
func (c *sqliteConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (result driver.Result, err error) {
	defer c.catch(&err)
	return c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
}

// CheckNamedValue implements driver.NamedValueChecker.
func (c *sqliteConn) CheckNamedValue(arg *driver.NamedValue) error {
	return c.Conn.(driver.NamedValueChecker).CheckNamedValue(arg)
}

// PrepareContext implements driver.ConnPrepareContext.
func (c *sqliteConn) PrepareContext(ctx context.Context, query string) (_ driver.Stmt, err error) {
	defer c.catch(&err)
	s, err := c.Conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return sqliteStmt{s, c}, nil
}

type sqliteStmt struct {
	driver.Stmt
	conn *sqliteConn
}

func (s sqliteStmt) Close() (err error) {
	defer s.conn.catch(&err)
	return s.Stmt.Close()
}

func (s sqliteStmt) CheckNamedValue(arg *driver.NamedValue) error {
	return s.Stmt.(driver.NamedValueChecker).CheckNamedValue(arg)
}

func (s sqliteStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (result driver.Result, err error) {
	defer s.conn.catch(&err)
	return s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
}

func (s sqliteStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (_ driver.Rows, err error) {
	defer s.conn.catch(&err)
	rows, err := s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	return sqliteRows{rows, s.conn}, nil
}

type sqliteRows struct {
	driver.Rows
	conn *sqliteConn
}

func (r sqliteRows) Next(dest []driver.Value) (err error) {
	defer r.conn.catch(&err)
	return r.Rows.Next(dest)
}

func (r sqliteRows) Close() (err error) {
	defer r.conn.catch(&err)
	return r.Rows.Close()
}
