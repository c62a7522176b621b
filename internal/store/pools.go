package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// closing is how long the connections may take to end; a server that hangs does not keep the process from ending.
const closing = 3 * time.Second

type patientKey struct{}

// Patiently returns a context whose statements on PostgreSQL may take long: for work in the background, which nobody waits
// for and which would only begin anew.
func Patiently(ctx context.Context) context.Context {
	return context.WithValue(ctx, patientKey{}, true)
}

// pools are the connections to PostgreSQL: those of requests, and those of long work, which has its own limits and leaves
// requests their connections.
type pools struct{ ordinary, patient pool }

func openPools(config *pgx.ConnConfig, patient bool) pools {
	long := newPool(config, unhurried)
	if patient {
		return pools{ordinary: long, patient: long}
	}
	return pools{ordinary: newPool(config, hurried), patient: long}
}

func (p pools) of(ctx context.Context) pool {
	if ctx.Value(patientKey{}) != nil {
		return p.patient
	}
	return p.ordinary
}

func (p pools) transact(ctx context.Context, fn func(runner) error) error {
	return p.of(ctx).transact(ctx, fn)
}

// QueryContext runs a query outside of a transaction. The driver keeps the statements of each connection prepared.
func (p pools) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return p.of(ctx).query(ctx, query, args)
}

func (p pools) close() error {
	var all sync.WaitGroup
	ended := make(chan struct{})
	all.Go(func() { _ = p.ordinary.db.Close() })
	all.Go(func() { _ = p.patient.db.Close() })
	go func() { all.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(closing):
	}
	return nil
}

// pool hands out connections, for each of which somebody waits only so long.
type pool struct {
	db      *sql.DB
	acquire time.Duration
}

func newPool(config *pgx.ConnConfig, l limits) pool { return pool{connect(config, l), l.acquire} }

// attempts is how many connections are tried that turn out to be dead before anything was sent.
const attempts = 3

// with runs fn on a connection. Where the connection turns out to be dead before anything was sent, it tries another one.
func (p pool) with(ctx context.Context, fn func(*sql.Conn) error) (err error) {
	for range attempts {
		var conn *sql.Conn
		if conn, err = p.take(ctx); err != nil {
			return err
		}
		if err = fn(conn); err == nil {
			return nil
		}
		_ = conn.Close()
		if !errors.Is(err, driver.ErrBadConn) {
			return err
		}
	}
	return err
}

// take waits for a connection that is free and answers.
func (p pool) take(ctx context.Context) (*sql.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, p.acquire)
	defer cancel()
	return p.db.Conn(ctx)
}

func (p pool) query(ctx context.Context, text string, args []any) (rows *sql.Rows, err error) {
	err = p.with(ctx, func(conn *sql.Conn) error {
		if rows, err = conn.QueryContext(ctx, text, args...); err == nil {
			go func() { _ = conn.Close() }() // which waits until the rows are closed
		}
		return err
	})
	return rows, err
}

func (p pool) transact(ctx context.Context, fn func(runner) error) error {
	var tx *sql.Tx
	err := p.with(ctx, func(conn *sql.Conn) (err error) {
		if tx, err = conn.BeginTx(ctx, nil); err == nil {
			go func() { _ = conn.Close() }() // which waits until the transaction has ended
		}
		return err
	})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}
