package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the "pgx" driver

	"quartermaster/internal/pgtest"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// lastRelease is the newest migration of the last release. It is raised with each release.
const lastRelease = 72

// column is what a statement of the last release relies on.
type column struct {
	kind     string
	nullable bool
	usual    bool // it has a default
}

// TestMigrationsExpand: processes of the last release go on while those of this one serve the same database, so that nothing that they read
// may go, and what is new must not be needed for their inserts. It goes in the release after the one that no longer uses it.
func TestMigrationsExpand(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	if err := store.MigrateTo(t.Context(), url, lastRelease); err != nil {
		t.Fatal(err)
	}
	before := columnsAt(t, url)
	openApart(t, url, nil)
	after := columnsAt(t, url)
	for name, was := range before {
		is, there := after[name]
		switch {
		case !there:
			t.Errorf("%s is gone", name)
		case is.kind != was.kind:
			t.Errorf("%s was %s and is %s", name, was.kind, is.kind)
		case was.nullable && !is.nullable || was.usual && !is.usual && !is.nullable:
			t.Errorf("%s has to be given now", name)
		}
	}
	tables := tablesOf(before)
	for name, is := range after {
		if _, was := before[name]; !was && tables[name.table] && !is.nullable && !is.usual {
			t.Errorf("%s is new, and the last release does not give it", name)
		}
	}
}

type columnName struct{ table, name string }

func tablesOf(columns map[columnName]column) map[string]bool {
	tables := map[string]bool{}
	for name := range columns {
		tables[name.table] = true
	}
	return tables
}

func columnsAt(t *testing.T, url string) map[columnName]column {
	t.Helper()
	db := direct(t, url)
	rows, err := db.QueryContext(t.Context(),
		`SELECT table_name, column_name, data_type, is_nullable = 'YES', column_default IS NOT NULL OR is_identity = 'YES'
		FROM information_schema.columns WHERE table_schema = 'public'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := map[columnName]column{}
	for rows.Next() {
		var name columnName
		var c column
		if err := rows.Scan(&name.table, &name.name, &c.kind, &c.nullable, &c.usual); err != nil {
			t.Fatal(err)
		}
		found[name] = c
	}
	if err := rows.Err(); err != nil || len(found) == 0 {
		t.Fatalf("%d columns, %v", len(found), err)
	}
	return found
}

func direct(t *testing.T, url string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// TestAProcessGoesOnWhileTablesGrow: statements that it has prepared work on tables to which a newer process adds columns.
func TestAProcessGoesOnWhileTablesGrow(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	w := newWorld(t, openApart(t, url, nil))
	work := func(round int) {
		event := w.event(t, fmt.Sprint("Event", round))
		if _, err := w.Update(t.Context(), record.Events, w.Scope, record.Events.SID(event), record.Values{"nominal": int64(round)}); err != nil {
			t.Fatal(err)
		}
		w.get(t, record.Events, event)
		if n, err := w.Count(t.Context(), record.Events, w.Scope); err != nil || n != int64(round) {
			t.Fatalf("%d events in round %d: %v", n, round, err)
		}
		storetest.Instance(t, w.DB, w.UserID)
	}
	work(1)
	work(2)
	db := direct(t, url)
	for table := range tablesOf(columnsAt(t, url)) {
		if _, err := db.ExecContext(context.Background(), `ALTER TABLE "`+table+
			`" ADD COLUMN of_the_next_release TEXT NOT NULL DEFAULT ''`); err != nil {
			t.Fatal(err)
		}
	}
	work(3)
	work(4)
}
