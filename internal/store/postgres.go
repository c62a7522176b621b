package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"quartermaster/internal/outage"
	"quartermaster/internal/store/conns"
)

func openPostgres(ctx context.Context, c Config) (*DB, error) {
	config, err := pgx.ParseConfig(c.DatabaseURL)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	if err := preparePostgres(ctx, config, c.Beside); err != nil {
		return nil, err
	}
	connections, err := conns.OpenPools(ctx, config, c.Patient)
	if err != nil {
		return nil, err
	}
	return &DB{
		reader: connections, contents: connections, writer: connections, dialect: postgres{}, close: connections.Close,
		pools: connections.Named(),
	}, nil
}

// preparePostgres brings the tables up to date, over connections of its own.
func preparePostgres(ctx context.Context, config *pgx.ConnConfig, beside Beside) error {
	db := conns.ConnectMigrating(config)
	defer db.Close()
	if err := conns.Reach(ctx, db); err != nil {
		return err
	}
	return migratePostgres(ctx, db, beside)
}

type postgres struct{}

func (postgres) name() string { return "pgsql" }

func (postgres) contains(expr string, _ bool) string {
	return "strpos(lower(" + expr + "), lower($)) > 0"
}

func (postgres) equals(expr string, _ bool) string { return "lower(" + expr + ") = lower($)" }

func (postgres) like(expr string, _ bool) string {
	return "lower(" + expr + `) LIKE lower($) ESCAPE '\'`
}

func (postgres) members(expr string) string { return "jsonb_array_elements((" + expr + ")::jsonb)" }

func (postgres) texted(expr string) string { return "jsonb_array_elements_text((" + expr + ")::jsonb)" }

func (postgres) among(expr string) string { return expr + " = ANY($)" }

func (postgres) amongFold(expr string, _ bool) string {
	return "lower(" + expr + ") IN (SELECT lower(t) FROM unnest($::text[]) t)"
}

func (postgres) ids(list []int64) any { return list }

func (postgres) texts(list []string) any { return list }

func (postgres) sortText(expr string) string { return expr + ` COLLATE "C"` }

func (postgres) nextIDs() string {
	return `SELECT nextval(pg_get_serial_sequence($1, 'id')), 1 FROM generate_series(1, $2)`
}

const (
	keepingIDs = 71_120_804 // the key of the lock
	idsBetween = 1 << 20    // how many others may take between the two statements
)

// keepIDs has the sequence go on behind the ids. Others take ids meanwhile, so that the first is far from what they get; who keeps ids
// waits for each other.
func (postgres) keepIDs(ctx context.Context, tx *Tx, table string, n int64) (first int64, err error) {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, keepingIDs); err != nil {
		return 0, err
	}
	if err := tx.QueryRow(ctx, `SELECT nextval(pg_get_serial_sequence($1, 'id'))`, table).Scan(&first); err != nil {
		return 0, err
	}
	first += idsBetween
	var last int64
	return first, tx.QueryRow(ctx, `SELECT setval(pg_get_serial_sequence($1, 'id'), $2)`, table, first+n-1).Scan(&last)
}

// forUpdate lets others still refer to the row.
// erasing does nothing: what is replaced goes with the next vacuum.
func (postgres) erasing(bool) string { return "SELECT 1" }

func (postgres) forUpdate() string { return " FOR NO KEY UPDATE" }

func (postgres) together() bool { return true }

// maxParams is far below the limit, to keep statements short: every connection keeps those it has prepared.
func (postgres) maxParams() int { return 2_000 }

func (postgres) kind(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return kindOfCode(pg.Code)
	}
	var refused *pgconn.ConnectError
	var network net.Error
	switch {
	// by pulse
	case errors.As(err, &refused), errors.As(err, &network), errors.Is(err, pgconn.ErrConnClosed), errors.Is(err, context.Canceled),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), pgconn.SafeToRetry(err):
		return outage.ErrUnavailable
	}
	return nil
}

func kindOfCode(code string) error {
	switch code {
	case "23505":
		return ErrTaken
	case "23503":
		return ErrReference
	case "53100":
		return outage.ErrFull
	}
	for _, passing := range passingCodes {
		if strings.HasPrefix(code, passing) {
			return outage.ErrUnavailable
		}
	}
	return nil
}

// passingCodes are the first characters of the codes of passing failures.
var passingCodes = []string{
	"08",    // no connection
	"25006", // the server only reads: it is a copy that is about to take over
	"25P03", // the transaction was idle for too long
	"25P04", // the transaction took too long
	"28",    // the server does not let the service in any more
	"3D000", // the database is being made anew
	"40",    // others were in the way: deadlocks, and transactions that cannot follow each other
	"53",    // too many connections, no memory
	"55P03", // a lock was not got in time
	"57",    // the server shuts down, starts, or has ended the statement because it took too long
	"58",    // the server's disk fails
}
