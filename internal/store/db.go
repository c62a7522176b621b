// Package store keeps the records of Quartermaster in SQLite or PostgreSQL.
//
// Both databases hold the same tables: booleans are 0 and 1, times are microseconds since 1970 in UTC, nested values are
// their JSON text. Whatever can be derived from a resource's declaration is derived (package record); statements are built
// from it once and prepared once.
package store

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the "pgx" driver
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
)

const (
	sqliteReaders  = 4
	postgresConns  = 16
	connectTimeout = 10 * time.Second
	maxStatements  = 512
	sqliteFileName = "quartermaster.db"
)

// Config says where the records are kept.
type Config struct {
	Dir         string // folder of the SQLite file; made when missing
	DatabaseURL string // postgres://...; empty for SQLite in Dir
	Key         []byte // 32 bytes that encrypt what must not be readable in the database
	Unsynced    bool   // SQLite only: do not wait for the disk on commit; for tests
}

// DB is an open database. Its methods are safe for concurrent use.
type DB struct {
	read, write *sql.DB
	writer      writer
	dialect     dialect
	seal        sealer
	selections  selections
	now         func() time.Time

	closing sync.Once
	closed  error

	mu         sync.RWMutex
	statements map[string]*sql.Stmt
}

// writer runs transactions that write.
type writer interface {
	transact(ctx context.Context, fn func(runner) error) error
	close() error
}

// Open opens the database that c names, brings its tables up to date and returns it.
// Several processes may open the same database at once.
func Open(ctx context.Context, c Config) (*DB, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	seal, err := newSealer(c.Key)
	if err != nil {
		return nil, err
	}
	open := openSQLite
	if c.DatabaseURL != "" {
		open = openPostgres
	}
	db, err := open(ctx, c)
	if err != nil {
		return nil, err
	}
	db.seal = seal
	return db, nil
}

func newDB(read, write *sql.DB, d dialect) *DB {
	return &DB{read: read, write: write, dialect: d, selections: newSelections(), now: time.Now, statements: map[string]*sql.Stmt{}}
}

func openPostgres(ctx context.Context, c Config) (*DB, error) {
	connections, err := sql.Open("pgx", c.DatabaseURL)
	if err != nil {
		return nil, fmt.Errorf("database address: %w", err)
	}
	connections.SetMaxOpenConns(postgresConns)
	connections.SetMaxIdleConns(postgresConns)
	db := newDB(connections, connections, postgres{})
	db.writer = pool{connections}
	ping, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	if err := connections.PingContext(ping); err != nil {
		return nil, closing(db, fmt.Errorf("cannot reach the PostgreSQL database: %w", err))
	}
	if err := migratePostgres(ctx, connections); err != nil {
		return nil, closing(db, err)
	}
	return db, nil
}

// openSQLite keeps one connection for writing and several for reading, as SQLite's write-ahead log allows.
func openSQLite(ctx context.Context, c Config) (*DB, error) {
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the data folder: %w", err)
	}
	write, err := driver.Open(sqliteDSN(c, "_txlock=immediate"), registerFold)
	if err != nil {
		return nil, fmt.Errorf("cannot open the database: %w", err)
	}
	write.SetMaxOpenConns(1)
	read, err := driver.Open(sqliteDSN(c, "_pragma=query_only(1)"), registerFold)
	if err != nil {
		return nil, fmt.Errorf("cannot open the database: %w", err)
	}
	read.SetMaxOpenConns(sqliteReaders)
	read.SetMaxIdleConns(sqliteReaders)
	db := newDB(read, write, sqliteDialect{})
	if err := migrateSQLite(ctx, write, c.Dir); err != nil {
		return nil, closing(db, err)
	}
	if db.writer, err = newSingle(ctx, write); err != nil {
		return nil, closing(db, err)
	}
	return db, nil
}

// sqliteDSN puts the pragmas into the address, so that every connection of a pool has them.
func sqliteDSN(c Config, extra string) string {
	synchronous := "full"
	if c.Unsynced {
		synchronous = "off"
	}
	path := filepath.ToSlash(filepath.Join(c.Dir, sqliteFileName))
	pragmas := []string{
		"_pragma=busy_timeout(30000)", "_pragma=journal_mode(wal)", "_pragma=synchronous(" + synchronous + ")",
		"_pragma=foreign_keys(1)", "_pragma=cache_size(-8000)", "_pragma=temp_store(memory)", extra,
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + strings.Join(pragmas, "&")
}

// registerFold gives SQLite a lower() that knows all letters; the built-in one knows A to Z and stays as it is, because
// indexes are built on it.
func registerFold(c *sqlite3.Conn) error {
	return c.CreateFunction("fold", 1, sqlite3.DETERMINISTIC|sqlite3.INNOCUOUS, func(ctx sqlite3.Context, arg ...sqlite3.Value) {
		ctx.ResultText(strings.ToLower(arg[0].Text()))
	})
}

func closing(db *DB, err error) error {
	_ = db.Close()
	return err
}

// Close closes all connections, once.
func (db *DB) Close() error {
	db.closing.Do(func() { db.closed = db.close() })
	return db.closed
}

func (db *DB) close() error {
	db.mu.Lock()
	for _, s := range db.statements {
		_ = s.Close()
	}
	db.statements = map[string]*sql.Stmt{}
	db.mu.Unlock()
	if db.writer != nil {
		_ = db.writer.close()
	}
	err := db.read.Close()
	if db.write != db.read {
		err = firstError(err, db.write.Close())
	}
	return err
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Driver names the kind of database: sqlite or pgsql.
func (db *DB) Driver() string { return db.dialect.name() }

// Ping runs a query that reads from the database.
func (db *DB) Ping(ctx context.Context) error {
	var n int64
	return db.QueryRow(ctx, `SELECT count(*) FROM maps`).Scan(&n)
}

// Now is the time that records get: UTC, whole seconds, in microseconds since 1970.
func (db *DB) Now() int64 { return db.now().Unix() * 1_000_000 }

// Query reads rows. Statements are prepared once; arguments stand in the text as $1, $2, ... in order of appearance.
func (db *DB) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := db.statement(ctx, query)
	if err != nil {
		return nil, db.domainError(err)
	}
	rows, err := stmt.QueryContext(ctx, args...)
	return rows, db.domainError(err)
}

// QueryRow reads one row; the error shows at Scan and is already a domain error.
func (db *DB) QueryRow(ctx context.Context, query string, args ...any) Row {
	rows, err := db.Query(ctx, query, args...)
	return Row{rows: rows, err: err, db: db}
}

// statement returns the prepared form of a read query. A query text that does not come again (many filters at once) is
// prepared too: what a pool of statements costs is bounded by starting over when it is full.
func (db *DB) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	db.mu.RLock()
	stmt, ok := db.statements[query]
	db.mu.RUnlock()
	if ok {
		return stmt, nil
	}
	stmt, err := db.read.PrepareContext(context.WithoutCancel(ctx), query)
	if err != nil {
		return nil, err
	}
	return db.remember(query, stmt), nil
}

func (db *DB) remember(query string, stmt *sql.Stmt) *sql.Stmt {
	db.mu.Lock()
	defer db.mu.Unlock()
	if known, ok := db.statements[query]; ok {
		_ = stmt.Close()
		return known
	}
	if len(db.statements) >= maxStatements {
		for text, old := range db.statements {
			_ = old.Close()
			delete(db.statements, text)
		}
	}
	db.statements[query] = stmt
	return stmt
}
