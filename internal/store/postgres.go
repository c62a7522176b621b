package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	postgresConns  = 16
	connectTimeout = 10 * time.Second
)

func openPostgres(ctx context.Context, c Config) (*DB, error) {
	config, err := pgx.ParseConfig(c.DatabaseURL)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	connections := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(alone))
	connections.SetMaxOpenConns(postgresConns)
	connections.SetMaxIdleConns(postgresConns)
	if err := preparePostgres(ctx, connections); err != nil {
		return nil, errors.Join(err, connections.Close())
	}
	return &DB{reader: newPreparing(connections), writer: pool{connections}, dialect: postgres{}, close: connections.Close}, nil
}

// alone keeps queries in one process of the server: they are short, and where a table has just grown and is not analysed yet, to
// start parallel workers for them takes longer than they do.
func alone(ctx context.Context, connection *pgx.Conn) error {
	_, err := connection.Exec(ctx, "SET max_parallel_workers_per_gather = 0")
	return err
}

// preparePostgres brings the tables up to date.
func preparePostgres(ctx context.Context, connections *sql.DB) error {
	ping, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	if err := connections.PingContext(ping); err != nil {
		return fmt.Errorf("cannot reach the PostgreSQL database: %w", err)
	}
	return migratePostgres(ctx, connections)
}

type postgres struct{}

func (postgres) name() string { return "pgsql" }

func (postgres) contains(expr string, _ bool) string {
	return "strpos(lower(" + expr + "), lower($)) > 0"
}

func (postgres) equals(expr string, _ bool) string { return "lower(" + expr + ") = lower($)" }

func (postgres) among(expr string) string { return expr + " = ANY($)" }

func (postgres) amongFold(expr string, _ bool) string {
	return "lower(" + expr + ") IN (SELECT lower(t) FROM unnest($::text[]) t)"
}

func (postgres) ids(list []int64) any { return list }

func (postgres) texts(list []string) any { return list }

func (postgres) sortText(expr string) string { return expr + ` COLLATE "C"` }

func (postgres) nextIDs() string {
	return `SELECT nextval(pg_get_serial_sequence($1, 'id')) FROM generate_series(1, $2)`
}

// forUpdate leaves others free to refer to the row.
func (postgres) forUpdate() string { return " FOR NO KEY UPDATE" }

// maxParams is far below the limit: every connection keeps its statements, which shall be short.
func (postgres) maxParams() int { return 2_000 }

func (postgres) violation(err error) violation {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return noViolation
	}
	switch pg.Code {
	case "23505":
		return uniqueViolation
	case "23503":
		return foreignKeyViolation
	}
	return noViolation
}
