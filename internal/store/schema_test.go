package store_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// texts runs a query with one column of text.
func texts(t testing.TB, db *store.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func TestBothDatabasesHaveTheSameTables(t *testing.T) {
	t.Parallel()
	sqlite, postgres := storetest.SQLite(t), storetest.Postgres(t)
	const sqliteTables = `FROM sqlite_master m JOIN `
	const ours = ` WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'goose_db_version'`
	for name, test := range map[string]struct{ sqlite, postgres string }{
		"columns": {
			`SELECT m.name || '.' || c.name || CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN ' NO' ELSE ' YES' END ` + sqliteTables +
				`pragma_table_info(m.name) c` + ours,
			`SELECT table_name || '.' || column_name || ' ' || is_nullable FROM information_schema.columns
			WHERE table_schema = 'public' AND table_name <> 'goose_db_version'`,
		},
		"indexes": {
			`SELECT name FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite_autoindex%' AND name NOT LIKE '%_search'`,
			`SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
		},
		"references": {
			`SELECT m.name || '.' || f."from" || ' ' || f."table" || ' ' || f.on_delete ` + sqliteTables + `pragma_foreign_key_list(m.name) f` +
				ours,
			`SELECT c.conrelid::regclass || '.' || a.attname || ' ' || c.confrelid::regclass || ' ' ||
			CASE c.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'NO ACTION' END
			FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey) WHERE c.contype = 'f'`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, want := texts(t, postgres, test.postgres), texts(t, sqlite, test.sqlite)
			if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
				t.Errorf("SQLite has -, PostgreSQL has +:\n%s", diff)
			}
		})
	}
}

func TestMigrationsGoDownAndUp(t *testing.T) {
	const sqliteTables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
	const postgresTables = `SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = 'public'`
	eachConfig(t, func(t *testing.T, c store.Config) {
		db := open(t, c)
		query := sqliteTables
		if c.DatabaseURL != "" {
			query = postgresTables
		}
		before := texts(t, db, query)
		if err := store.MigrateDown(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if left := texts(t, db, query); strings.Join(left, " ") != "goose_db_version" {
			t.Errorf("left behind: %v", left)
		}
		if after := texts(t, open(t, c), query); !slices.Equal(before, after) {
			t.Errorf("tables %v, want %v", after, before)
		}
		wantOneSeed(t, c)
	})
}

// Every declared field can be read, which holds tables and declarations together.
func TestEveryResourceCanBeRead(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for _, r := range append([]*record.Resource{record.InstanceSummaries}, record.All()...) {
			if _, err := w.All(t.Context(), r, w.Scope, ""); err != nil {
				t.Errorf("%s: %v", r.Name, err)
			}
			if _, err := w.List(t.Context(), r, w.Scope, record.Query{Page: 1, PerPage: 1, Search: "a"}); err != nil {
				t.Errorf("list of %s: %v", r.Name, err)
			}
		}
	})
}

// TestAMigrationThatABuildDidNotHave is applied to a database that has later ones.
func TestAMigrationThatABuildDidNotHave(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		db := open(t, c)
		if err := store.ForgetMigration(t.Context(), db, 33, `DROP INDEX changes_files`); err != nil {
			t.Fatal(err)
		}
		again := open(t, c)
		if err := store.ForgetMigration(t.Context(), again, 33, `DROP INDEX changes_files`); err != nil {
			t.Errorf("the index is not there again: %v", err)
		}
	})
}
