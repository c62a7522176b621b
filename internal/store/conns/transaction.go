package conns

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
)

// Commit is the statement that commits.
const Commit = "COMMIT"

// transaction is one on PostgreSQL. It begins with its first statement, in the same round trip.
type transaction struct {
	pool  pool
	conn  connection // once it has begun
	begun bool
	ended bool      // by a COMMIT
	rows  *sql.Rows // the last that were asked for, which are open if a panic has kept who reads them from closing them
}

// transact takes a connection when fn sends its first statement.
func (p pool) transact(ctx context.Context, fn func(Runner) error) error {
	t := &transaction{pool: p}
	defer t.end(ctx)
	if err := fn(t); err != nil || !t.begun || t.ended {
		return err
	}
	_, err := t.ExecContext(ctx, Commit, Flight{Legs: []Leg{{Text: Commit}}, Commits: true})
	return err
}

// ExecContext implements Runner.
func (t *transaction) ExecContext(ctx context.Context, text string, args ...any) (result sql.Result, err error) {
	err = t.send(ctx, text, args, 0, func(conn *sql.Conn, text string, args []any) error {
		result, err = conn.ExecContext(ctx, text, args...)
		return err
	})
	if f, is := FlightOf(args); err == nil && is {
		t.ended = f.Commits
	}
	return result, err
}

// QueryContext implements Runner.
func (t *transaction) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	err := t.send(ctx, text, args, 1, func(conn *sql.Conn, text string, args []any) (err error) {
		t.rows, err = conn.QueryContext(ctx, text, args...)
		return err
	})
	return t.rows, err
}

// send runs a statement, the first one behind BEGIN. Where a connection turns out to be dead before anything was sent, it tries another.
func (t *transaction) send(ctx context.Context, text string, args []any, answers int,
	run func(conn *sql.Conn, text string, args []any) error,
) (err error) {
	if t.begun {
		return run(t.conn.Conn, text, args)
	}
	f, is := FlightOf(args)
	if !is {
		f = Flight{Legs: []Leg{{Text: text, Args: args}}, Answers: answers}
	}
	f.Legs = append([]Leg{{Text: "BEGIN"}}, f.Legs...)
	for range attempts {
		if t.conn, err = t.pool.take(ctx); err != nil {
			return err
		}
		if err = run(t.conn.Conn, f.Text(), []any{f}); !errors.Is(err, driver.ErrBadConn) {
			t.begun = true
			return err
		}
		_ = t.conn.Close()
	}
	return err
}

// end rolls back what is not committed, and gives the connection back.
func (t *transaction) end(ctx context.Context) {
	if !t.begun {
		return
	}
	defer t.conn.Close()
	if t.rows != nil {
		_ = t.rows.Close()
	}
	if t.ended {
		return
	}
	if _, err := t.conn.ExecContext(ctx, "ROLLBACK"); err != nil {
		_ = t.conn.Raw(func(any) error { return driver.ErrBadConn }) // without its connection it ends as well
	}
}
