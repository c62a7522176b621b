package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"quartermaster/internal/store/conns"
)

func (postgres) tables() string {
	return `SELECT CAST(t.relname AS text), COALESCE(CAST(p.relname AS text), '') FROM pg_class t
		JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()
		LEFT JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f' LEFT JOIN pg_class p ON p.oid = c.confrelid
		WHERE t.relkind = 'r' ORDER BY t.oid`
}

func (postgres) lastID() string {
	return `SELECT COALESCE(pg_sequence_last_value(CAST(pg_get_serial_sequence($1, 'id') AS regclass)), 0)`
}

func (postgres) setLastID(ctx context.Context, on handle, table string, id int64) error {
	_, err := on.ExecContext(ctx, `SELECT setval(pg_get_serial_sequence($1, 'id'), $2, $3)`, table, max(id, 1), id > 0)
	return err
}

func (postgres) snapshot() sql.IsolationLevel { return sql.LevelRepeatableRead }

// check leaves it to PostgreSQL, which keeps its constraints and notices damaged pages when it reads them.
func (postgres) check(context.Context, handle) error { return nil }

func (postgres) load(ctx context.Context, db *sql.DB, t Table, next func() ([]any, error)) (n int64, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	err = conn.Raw(func(c any) error {
		n, err = c.(conns.PostgresConn).Conn.Conn().CopyFrom(ctx, pgx.Identifier{t.Name}, t.Columns, pgx.CopyFromFunc(next))
		return err
	})
	return n, err
}

// readPostgres opens a PostgreSQL database for reading.
func readPostgres(ctx context.Context, c Config) (*sql.DB, error) {
	config, err := pgx.ParseConfig(c.DatabaseURL)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	db := conns.ConnectMigrating(config)
	if err := conns.Reach(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// draftSchema is where the tables of a draft are made, beside those in use.
const (
	draftSchema = "quartermaster_restore"
	dropDraft   = "DROP SCHEMA IF EXISTS " + draftSchema + " CASCADE"
)

// draftPostgres makes the schema of a draft.
func draftPostgres(ctx context.Context, c Config) (*Draft, error) {
	home, err := makeDraftSchema(ctx, c)
	if err != nil {
		return nil, err
	}
	config, err := pgx.ParseConfig(c.DatabaseURL)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	// The search path is part of the connection, so that one opened anew cannot end up in the tables in use.
	config.RuntimeParams["search_path"] = draftSchema
	db := conns.ConnectMigrating(config)
	db.SetMaxOpenConns(1)
	return &Draft{db: db, catalog: postgres{}, home: home, migrations: func() (*goose.Provider, error) {
		return newProvider(goose.DialectPostgres, db)
	}}, nil
}

// makeDraftSchema returns the name of the schema in use.
func makeDraftSchema(ctx context.Context, c Config) (home string, err error) {
	db, err := readPostgres(ctx, c)
	if err != nil {
		return "", err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := waitAlone(ctx, db); err != nil {
		return "", err
	}
	_, err = db.ExecContext(ctx, dropDraft+"; CREATE SCHEMA "+draftSchema)
	if err != nil {
		return "", fmt.Errorf("the user of the database must be allowed to create schemas in it: %w", err)
	}
	err = db.QueryRowContext(ctx, `SELECT current_schema()`).Scan(&home)
	return home, err
}

// aloneInterval is how often waitAlone looks.
const aloneInterval = 100 * time.Millisecond

// waitAlone returns ErrTaken when somebody else stays connected to the database.
func waitAlone(ctx context.Context, on handle) error {
	const others = `SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND usename IS NOT NULL AND pid <> pg_backend_pid()`
	for deadline := time.Now().Add(retireWait); ; time.Sleep(aloneInterval) {
		var n int64
		if err := on.QueryRowContext(ctx, others).Scan(&n); err != nil || n == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return ErrTaken
		}
	}
}

// publishPostgres moves the tables in use into the schema aside and those of the draft into their place, all at once.
func publishPostgres(ctx context.Context, db *sql.DB, home, aside string) error {
	if err := waitAlone(ctx, db); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if err := exchangeTables(ctx, tx, home, aside); err != nil {
		return err
	}
	return tx.Commit()
}

func exchangeTables(ctx context.Context, tx *sql.Tx, home, aside string) error {
	drafted, err := tableNames(ctx, postgres{}, tx)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "SET LOCAL search_path TO "+quoted(home)); err != nil {
		return err
	}
	used, err := tableNames(ctx, postgres{}, tx)
	if err != nil {
		return err
	}
	if err := moveTables(ctx, tx, used, home, aside); err != nil {
		return err
	}
	if err := moveTables(ctx, tx, drafted, draftSchema, home); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, dropDraft)
	return err
}

// moveTables moves tables with their indexes, counters and triggers.
func moveTables(ctx context.Context, tx *sql.Tx, tables []string, from, to string) error {
	if len(tables) == 0 {
		return nil
	}
	if _, err := tx.ExecContext(ctx, "CREATE SCHEMA IF NOT EXISTS "+quoted(to)); err != nil {
		return err
	}
	if err := moveFunctions(ctx, tx, from, to); err != nil {
		return err
	}
	for _, table := range tables {
		if _, err := tx.ExecContext(ctx, "ALTER TABLE "+quoted(from)+"."+quoted(table)+" SET SCHEMA "+quoted(to)); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
	}
	return nil
}

// moveFunctions moves the functions that the triggers of the tables call: unlike triggers, they do not follow a table.
func moveFunctions(ctx context.Context, tx *sql.Tx, from, to string) error {
	functions, err := triggerFunctions(ctx, tx, from)
	for i := 0; err == nil && i < len(functions); i++ {
		_, err = tx.ExecContext(ctx, "ALTER FUNCTION "+functions[i]+" SET SCHEMA "+quoted(to))
	}
	return err
}

// triggerFunctions returns the functions of a schema that triggers of its tables call, as SQL.
func triggerFunctions(ctx context.Context, tx *sql.Tx, schema string) (functions []string, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT DISTINCT CAST(CAST(p.oid AS regprocedure) AS text)
		FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE NOT t.tgisinternal AND n.nspname = $1 AND p.pronamespace = n.oid`, schema)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		functions = append(functions, name)
	}
	return functions, rows.Err()
}
