package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/store/conns"
)

// Table is a table as a copy of the database needs it.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	LastID  int64    `json:"last_id"` // the largest id that was ever given, 0 when none was or the table has no ids
}

// passing lists the tables that a copy leaves out: a session that was ended later must not come back to life, heartbeats belong
// to the running server, windows of failures to this hour, and the version of the tables is stored separately.
var passing = map[string]bool{"sessions": true, "heartbeats": true, "throttle_windows": true, versionTable: true}

const versionTable = "goose_db_version"

// handle runs statements in a transaction or on their own.
type handle interface {
	conns.Runner
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// catalog knows how a dialect describes its own tables.
type catalog interface {
	name() string
	// tables is a query that returns each table's name with that of a table it refers to, empty when there is none.
	tables() string
	// lastID is a query for the largest id that the table $1 has ever given.
	lastID() string
	setLastID(ctx context.Context, on handle, table string, id int64) error
	// snapshot is the isolation under which a transaction sees one moment only.
	snapshot() sql.IsolationLevel
	// check looks for damage.
	check(ctx context.Context, on handle) error
	// load inserts rows until next returns nil and returns how many they were.
	load(ctx context.Context, db *sql.DB, t Table, next func() ([]any, error)) (int64, error)
}

// tableNames returns all tables, each behind those that it refers to.
func tableNames(ctx context.Context, c catalog, on handle) ([]string, error) {
	rows, err := on.QueryContext(ctx, c.tables())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	parents := map[string][]string{}
	for rows.Next() {
		var name, parent string
		if err := rows.Scan(&name, &parent); err != nil {
			return nil, err
		}
		names = append(names, name)
		parents[name] = append(parents[name], parent)
	}
	return parentsFirst(names, parents), rows.Err()
}

func parentsFirst(names []string, parents map[string][]string) []string {
	var sorted []string
	known := map[string]bool{"": true}
	var visit func(string)
	visit = func(name string) {
		if known[name] {
			return
		}
		known[name] = true
		for _, parent := range parents[name] {
			visit(parent)
		}
		sorted = append(sorted, name)
	}
	for _, name := range names {
		visit(name)
	}
	return sorted
}

// describeTables returns the tables of a copy, each behind those that it refers to.
func describeTables(ctx context.Context, c catalog, on handle) ([]Table, error) {
	names, err := tableNames(ctx, c, on)
	if err != nil {
		return nil, err
	}
	var tables []Table
	for _, name := range names {
		if passing[name] {
			continue
		}
		t, err := describe(ctx, c, on, name)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", name, err)
		}
		tables = append(tables, t)
	}
	return tables, nil
}

func describe(ctx context.Context, c catalog, on handle, name string) (t Table, err error) {
	t = Table{Name: name}
	if t.Columns, err = columnsOf(ctx, on, name); err != nil || !t.hasIDs() {
		return t, err
	}
	err = on.QueryRowContext(ctx, c.lastID(), name).Scan(&t.LastID)
	return t, err
}

func columnsOf(ctx context.Context, on handle, table string) ([]string, error) {
	rows, err := on.QueryContext(ctx, "SELECT * FROM "+quoted(table)+" LIMIT 0")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	return columns, rows.Err()
}

// hasIDs reports whether the database assigns the ids of the rows.
func (t Table) hasIDs() bool { return slices.Contains(t.Columns, "id") }

// columnList is the text of all columns.
func (t Table) columnList() string {
	names := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		names[i] = quoted(column)
	}
	return strings.Join(names, ", ")
}

// quoted makes a name of a table or column safe in a statement.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
