package conns

import (
	"context"
	"database/sql/driver"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgresConnector makes connections that take flights.
type postgresConnector struct{ driver.Connector }

// Connect implements driver.Connector.
func (c postgresConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return PostgresConn{conn.(*stdlib.Conn)}, nil
}

// PostgresConn is a connection that takes a flight as the argument of a statement.
type PostgresConn struct{ *stdlib.Conn }

// QueryContext implements driver.QueryerContext. The rows of a flight are those of its last statements, a result set each.
func (c PostgresConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	f, is := namedFlight(args)
	if !is {
		return c.Conn.QueryContext(ctx, text, args)
	}
	results, _, err := c.send(ctx, f, len(f.Legs)-f.Answers)
	if err != nil {
		return nil, err
	}
	rows := &flightRows{results: results, left: f.Answers}
	if err := rows.NextResultSet(); err != nil {
		_ = rows.Close()
		return nil, retried(err)
	}
	return rows, nil
}

// ExecContext implements driver.ExecerContext. The result of a flight is that of its last statement.
func (c PostgresConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	f, is := namedFlight(args)
	if !is {
		return c.Conn.ExecContext(ctx, text, args)
	}
	results, last, err := c.send(ctx, f, len(f.Legs))
	if err != nil {
		return nil, err
	}
	if err := results.Close(); err != nil {
		return nil, err
	}
	if f.Commits && last.String() != Commit {
		return nil, errRolledBackInstead
	}
	return driver.RowsAffected(last.RowsAffected()), nil
}

func namedFlight(args []driver.NamedValue) (f Flight, is bool) {
	if len(args) == 1 {
		f, is = args[0].Value.(Flight)
	}
	return f, is
}

// send sends all statements and takes the results of the first ones, and returns the tag of the last of these. On an error nothing is left
// to be read.
func (c PostgresConn) send(ctx context.Context, f Flight, first int) (results pgx.BatchResults, last pgconn.CommandTag, err error) {
	if c.Conn.Conn().IsClosed() {
		return nil, last, driver.ErrBadConn
	}
	batch := new(pgx.Batch)
	for _, s := range f.Legs {
		batch.Queue(s.Text, s.Args...)
	}
	results = c.Conn.Conn().SendBatch(ctx, batch)
	for _, s := range f.Legs[:first] {
		if last, err = s.take(results); err != nil {
			_ = results.Close() // which says the same
			return nil, last, retried(err)
		}
	}
	return results, last, nil
}

// take reads the result of the statement.
func (s Leg) take(results pgx.BatchResults) (tag pgconn.CommandTag, err error) {
	if s.Number != nil {
		err = results.QueryRow().Scan(s.Number)
	} else {
		tag, err = results.Exec()
	}
	if err != nil && s.Failed != nil {
		err = s.Failed(err)
	}
	return tag, err
}

// retried makes driver.ErrBadConn, on which another connection is tried, of an error before anything was sent.
func retried(err error) error {
	if pgconn.SafeToRetry(err) {
		return driver.ErrBadConn
	}
	return err
}

// flightRows are the answers to a flight.
type flightRows struct {
	results pgx.BatchResults
	left    int // result sets that are to come
	rows    pgx.Rows
	more    bool // the next row has been read: without it the columns are not known
	read    bool // and not been taken
}

// NextResultSet implements driver.RowsNextResultSet.
func (r *flightRows) NextResultSet() error {
	if r.rows != nil {
		r.rows.Close()
	}
	if r.left == 0 {
		return io.EOF
	}
	r.left--
	var err error
	if r.rows, err = r.results.Query(); err != nil {
		return err
	}
	r.more, r.read = r.rows.Next(), true
	return r.rows.Err()
}

// HasNextResultSet implements driver.RowsNextResultSet.
func (r *flightRows) HasNextResultSet() bool { return r.left > 0 }

// Columns implements driver.Rows.
func (r *flightRows) Columns() []string {
	fields := r.rows.FieldDescriptions()
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

// Next implements driver.Rows.
func (r *flightRows) Next(dest []driver.Value) error {
	if !r.read {
		r.more = r.rows.Next()
	}
	r.read = false
	if !r.more {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	values, err := r.rows.Values()
	for i := 0; i < len(values) && err == nil; i++ {
		dest[i], err = driverValue(values[i])
	}
	return err
}

// Close implements driver.Rows.
func (r *flightRows) Close() error {
	if r.rows != nil {
		r.rows.Close()
	}
	return r.results.Close()
}

func driverValue(value any) (driver.Value, error) {
	switch v := value.(type) {
	case nil, int64, float64, bool, string, []byte:
		return v, nil
	case int32:
		return int64(v), nil
	case int16:
		return int64(v), nil
	case driver.Valuer:
		return v.Value()
	}
	return nil, fmt.Errorf("no value of the store: %T", value)
}
