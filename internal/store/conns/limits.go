package conns

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// limits say how long PostgreSQL may take, and how many connections there are. The server itself ends a statement, a wait for a lock
// and a forgotten transaction; when it does not answer at all, the connection is given up a little later.
type limits struct {
	conns     int
	acquire   time.Duration // until a connection is free and answers
	statement time.Duration
	lock      time.Duration // of the statement, while others hold the row
	idle      time.Duration // between two statements of a transaction
	pulse     *pulse        // tells whether the server answers at all; nil for work that has time
}

var (
	// hurried is for requests, whose clients wait.
	hurried = limits{conns: 16, acquire: 5 * time.Second, statement: 10 * time.Second, lock: 8 * time.Second, idle: time.Minute}
	// unhurried is for jobs and commands.
	unhurried = limits{conns: 8, acquire: 30 * time.Second, statement: 10 * time.Minute, lock: 5 * time.Minute, idle: 5 * time.Minute}
	// migrating is for changes of whole tables, backups and what is restored from them.
	migrating = limits{conns: 4, acquire: 30 * time.Second, statement: 6 * time.Hour, lock: time.Hour, idle: 6 * time.Hour}
)

const (
	// ConnectTimeout is how long a server may take to let a connection in.
	ConnectTimeout = 5 * time.Second
	// grace is how much later than the server the client gives a statement up.
	grace = 2 * time.Second
	// pinged is how long a server may take to say that a connection lives.
	pinged  = 2 * time.Second
	livesql = "-- ping" // what the driver sends to find out whether a connection lives
)

// connect returns connections to the server under the limits. They are made when they are needed.
func connect(config *pgx.ConnConfig, l limits) *sql.DB {
	config = config.Copy()
	if config.ConnectTimeout == 0 || config.ConnectTimeout > ConnectTimeout {
		config.ConnectTimeout = ConnectTimeout
	}
	config.Tracer = l
	db := sql.OpenDB(postgresConnector{stdlib.GetConnector(*config, stdlib.OptionAfterConnect(l.set))})
	db.SetMaxOpenConns(l.conns)
	db.SetMaxIdleConns(l.conns)
	return db
}

// ConnectMigrating returns connections for changes of whole tables, backups and what is restored from them.
func ConnectMigrating(config *pgx.ConnConfig) *sql.DB { return connect(config, migrating) }

// Reach fails when the server does not answer.
func Reach(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, ConnectTimeout)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		return fmt.Errorf("cannot reach the PostgreSQL database: %w", err)
	}
	return nil
}

// set sends the limits of a connection to the server, unless the database's address sets them. It also turns parallel workers
// off: queries are short, and on a table that has just grown and is not analysed yet, starting workers takes longer than the
// query.
func (l limits) set(ctx context.Context, connection *pgx.Conn) error {
	given := connection.Config().RuntimeParams
	var text strings.Builder
	text.WriteString("SET max_parallel_workers_per_gather = 0")
	for _, limit := range []struct {
		name string
		d    time.Duration
	}{
		{"statement_timeout", l.statement}, {"lock_timeout", l.lock}, {"idle_in_transaction_session_timeout", l.idle},
	} {
		if _, own := given[limit.name]; !own {
			fmt.Fprintf(&text, "; SET %s = %s", limit.name, strconv.FormatInt(limit.d.Milliseconds(), 10))
		}
	}
	_, err := connection.PgConn().Exec(ctx, text.String()).ReadAll()
	return err
}

type endKey struct{}

// TraceQueryStart gives a statement its time, from when it is sent until its rows are read.
func (l limits) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	limit := l.statement + grace
	if data.SQL == livesql {
		limit = pinged
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	watched, end := l.pulse.watching(ctx)
	return context.WithValue(watched, endKey{}, func() { end(); cancel() })
}

// TraceQueryEnd implements pgx.QueryTracer.
func (limits) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	ctx.Value(endKey{}).(func())()
}

// TraceBatchStart gives a flight the time of a statement.
func (l limits) TraceBatchStart(ctx context.Context, conn *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return l.TraceQueryStart(ctx, conn, pgx.TraceQueryStartData{})
}

// TraceBatchQuery implements pgx.BatchTracer.
func (limits) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (l limits) TraceBatchEnd(ctx context.Context, conn *pgx.Conn, _ pgx.TraceBatchEndData) {
	l.TraceQueryEnd(ctx, conn, pgx.TraceQueryEndData{})
}
