package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/store/conns"
)

var update = flag.Bool("update", false, "make ready.db.gz from the migrations")

// TestReady holds that a new SQLite database, which is a copy of the embedded one, has the tables and rows that the migrations make.
func TestReady(t *testing.T) {
	t.Parallel()
	made, copied := filepath.Join(t.TempDir(), "made"), filepath.Join(t.TempDir(), "copied")
	migrated := migratedSQLite(t, made)
	if *update {
		pack(t, made)
	}
	if err := writeReady(copied); err != nil {
		t.Fatal(err)
	}
	db, err := openUnsynced(copied)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if diff := cmp.Diff(dump(t, migrated, sqliteDump), dump(t, db, sqliteDump)); diff != "" {
		t.Errorf("ready.db.gz (+) is not what the migrations make (-); run: go generate ./internal/store\n%s", diff)
	}
}

// migratedSQLite makes a database by all migrations, in a file as small as can be.
func migratedSQLite(t *testing.T, file string) *sql.DB {
	t.Helper()
	db, err := openUnsynced(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := migrate(t.Context(), goose.DialectSQLite3, db); err != nil {
		t.Fatal(err)
	}
	// The times of the migrations are those of nobody's database, and the same each time.
	for _, statement := range []string{
		`UPDATE goose_db_version SET tstamp = '1970-01-01 00:00:00'`, `PRAGMA journal_mode = wal`, `VACUUM`, `PRAGMA wal_checkpoint(truncate)`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// pack writes the file that is embedded, and has this test read it.
func pack(t *testing.T, made string) {
	t.Helper()
	tables, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(tables)
		err = errors.Join(err, w.Close(), os.WriteFile("ready.db.gz", packed.Bytes(), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	ready = packed.Bytes()
	t.Logf("%d bytes, %d compressed", len(tables), packed.Len())
}

// TestScript holds that the script which makes the tables of PostgreSQL makes what the migrations do.
func TestScript(t *testing.T) {
	t.Parallel()
	migrated, made := openPG(t, pgtest.URL(t)), openPG(t, pgtest.URL(t))
	if err := migrate(t.Context(), goose.DialectPostgres, migrated); err != nil {
		t.Fatal(err)
	}
	if err := createPostgres(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(dump(t, migrated, postgresDump), dump(t, made, postgresDump)); diff != "" {
		t.Errorf("the script (+) makes something else than the migrations (-):\n%s", diff)
	}
}

func openPG(t *testing.T, url string) *sql.DB {
	t.Helper()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	db := conns.ConnectMigrating(config)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// startStatements is how many statements the first start on PostgreSQL may send: each one waits for the server.
const startStatements = 20

// TestTheFirstStartSendsFewStatements, since it sends what makes the tables as one.
func TestTheFirstStartSendsFewStatements(t *testing.T) {
	t.Parallel()
	config, err := pgx.ParseConfig(pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	var sent counted
	config.Tracer = &sent
	db := stdlib.OpenDB(*config)
	t.Cleanup(func() { _ = db.Close() })
	if err := migratePostgres(t.Context(), db, Beside{}); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d statements", len(sent))
	if len(sent) < 5 || len(sent) > startStatements {
		t.Errorf("%d statements: %q", len(sent), sent)
	}
}

// counted are the statements that a connection has sent.
type counted []string

// TraceQueryStart implements pgx.QueryTracer.
func (c *counted) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	*c = append(*c, data.SQL)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (c *counted) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// dumping says how a database is written down.
type dumping struct {
	tables  string   // the names of its tables
	schema  []string // what it is made of
	ignored string   // a column of the table of migrations
}

var (
	sqliteDump = dumping{
		tables:  `SELECT name FROM sqlite_master WHERE type = 'table'`,
		schema:  []string{`SELECT type, name, tbl_name, sql FROM sqlite_master`},
		ignored: "tstamp",
	}
	postgresDump = dumping{
		tables: `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
		schema: []string{
			`SELECT table_name, column_name, ordinal_position, column_default, is_nullable, data_type, is_identity, identity_generation
			FROM information_schema.columns WHERE table_schema = 'public'`,
			`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'`,
			`SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint
			WHERE conrelid <> 0 AND connamespace = 'public'::regnamespace`,
			`SELECT tgrelid::regclass, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal`,
			`SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
			`SELECT schemaname, sequencename, data_type, start_value, increment_by, last_value FROM pg_sequences`,
		},
		ignored: "tstamp",
	}
)

// dump writes down what a database is made of, and its rows, each part in an order of its own.
func dump(t *testing.T, db *sql.DB, of dumping) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, query := range of.schema {
		all[query] = written(t, db, query, "")
	}
	tables := written(t, db, of.tables, "")
	if len(tables) < 50 {
		t.Errorf("only %d tables", len(tables))
	}
	for _, table := range tables {
		table = strings.TrimSuffix(table, "\n")
		all[table] = written(t, db, `SELECT * FROM `+table, of.ignored)
	}
	return all
}

// written returns the rows of a query as text, sorted.
func written(t *testing.T, db *sql.DB, query, ignored string) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(query, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		list = append(list, writtenRow(t, rows, names, ignored))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func writtenRow(t *testing.T, rows *sql.Rows, names []string, ignored string) string {
	t.Helper()
	values, into := map[string]any{}, make([]any, len(names))
	for i := range into {
		into[i] = new(any)
	}
	if err := rows.Scan(into...); err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		values[name] = *into[i].(*any)
	}
	if ignored != "" {
		delete(values, ignored)
	}
	if len(values) == 1 {
		return fmt.Sprint(slices.Collect(maps.Values(values))[0])
	}
	return fmt.Sprint(values)
}
