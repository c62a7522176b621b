package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
)

// createPostgres makes all tables of a database that has none: what all migrations would do, sent as one script. One that has tables is
// left to the migrations.
func createPostgres(ctx context.Context, pool *sql.DB) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	lock := advisoryLock{}
	if err := lock.SessionLock(ctx, conn); err != nil {
		return errors.Join(err, conn.Close())
	}
	err = createTables(ctx, conn)
	return errors.Join(err, lock.SessionUnlock(context.WithoutCancel(ctx), conn), conn.Close())
}

func createTables(ctx context.Context, conn *sql.Conn) error {
	var empty bool
	const none = `SELECT NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())`
	if err := conn.QueryRowContext(ctx, none).Scan(&empty); err != nil || !empty {
		return err
	}
	script, err := postgresScript()
	if err != nil {
		return err
	}
	versions, err := database.NewStore(goose.DialectPostgres, goose.DefaultTablename)
	if err != nil {
		return err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing after the commit
	if err := versions.CreateVersionTable(ctx, tx); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return fmt.Errorf("cannot make the tables: %w", err)
	}
	return tx.Commit()
}

// postgresScript returns what all migrations do, one after the other, and that they are applied.
func postgresScript() (string, error) {
	files, err := migrationsFor(goose.DialectPostgres)
	if err != nil {
		return "", err
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return "", err
	}
	var script strings.Builder
	applied := []string{"(0, true)"} // as goose begins
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return "", err
		}
		up, _, _ := strings.Cut(string(text), "-- +goose Down")
		version, err := goose.NumericComponent(name)
		if err != nil {
			return "", err
		}
		script.WriteString(up)
		applied = append(applied, fmt.Sprintf("(%d, true)", version))
	}
	fmt.Fprintf(&script, "INSERT INTO %s (version_id, is_applied) VALUES %s;\n", goose.DefaultTablename, strings.Join(applied, ", "))
	return script.String(), nil
}
