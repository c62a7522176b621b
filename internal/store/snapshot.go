package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Snapshot is a database as it was at one moment, whatever is written meanwhile.
type Snapshot struct {
	Migration int64   // the version of the tables
	Tables    []Table // each after those that it refers to

	catalog
	db *sql.DB
	tx *sql.Tx
}

// OpenSnapshot opens the database that c names as it is at this moment. It creates and migrates nothing and needs no key: encrypted values
// stay encrypted. The caller closes it. It returns an error where there is no such database.
func OpenSnapshot(ctx context.Context, c Config) (*Snapshot, error) {
	s := &Snapshot{catalog: sqliteDialect{}}
	read := readSQLite
	if c.DatabaseURL != "" {
		s.catalog, read = postgres{}, readPostgres
	}
	var err error
	if s.db, err = read(ctx, c); err != nil {
		return nil, err
	}
	if err := s.begin(ctx); err != nil {
		return nil, errors.Join(contextError(ctx, err), s.Close())
	}
	return s, nil
}

func (s *Snapshot) begin(ctx context.Context) (err error) {
	s.tx, err = s.db.BeginTx(ctx, &sql.TxOptions{Isolation: s.snapshot(), ReadOnly: true})
	if err != nil {
		return fmt.Errorf("cannot read the database: %w", err)
	}
	err = s.tx.QueryRowContext(ctx, `SELECT max(version_id) FROM `+versionTable).Scan(&s.Migration)
	if err != nil {
		return fmt.Errorf("there are no records of Quartermaster in the database: %w", err)
	}
	s.Tables, err = describeTables(ctx, s, s.tx)
	return err
}

// Close ends the reading.
func (s *Snapshot) Close() error {
	if s.tx != nil {
		_ = s.tx.Rollback() // it has written nothing
	}
	return s.db.Close()
}

// Driver returns sqlite or pgsql, as DB.Driver does.
func (s *Snapshot) Driver() string { return s.name() }

// Check returns an error when the database is damaged.
func (s *Snapshot) Check(ctx context.Context) error { return contextError(ctx, s.check(ctx, s.tx)) }

// Rows calls visit with the values of each row of t in the order of its columns: int64, float64, string, []byte or nil.
// The slice is used again for the next row.
func (s *Snapshot) Rows(ctx context.Context, t Table, visit func(row []any) error) error {
	return readRows(ctx, s.tx, t, visit)
}

func readRows(ctx context.Context, from handle, t Table, visit func(row []any) error) error {
	rows, err := from.QueryContext(ctx, "SELECT "+t.columnList()+" FROM "+quoted(t.Name))
	if err != nil {
		return contextError(ctx, err)
	}
	defer rows.Close()
	row, into := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i := range row {
		into[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := visit(row); err != nil {
			return err
		}
	}
	return contextError(ctx, rows.Err())
}
