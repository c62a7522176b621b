package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"

	"quartermaster/internal/outage"
	"quartermaster/internal/store/conns"
)

const (
	sqliteReaders  = 4
	sqliteFileName = "quartermaster.db"
)

// openSQLite keeps one connection for writing and several for reading, as SQLite's write-ahead log allows.
func openSQLite(ctx context.Context, c Config) (*DB, error) {
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot create the data folder: %w", err)
	}
	write, err := conns.OpenSQLite(sqliteDSN(c, "_txlock=immediate", "_pragma=journal_mode(wal)", cacheSize(c.pageMemory()/4)),
		prepareConnection)
	if err != nil {
		return nil, fmt.Errorf("cannot open the database: %w", err)
	}
	writer, err := prepareSQLite(ctx, write, c)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read, err := conns.OpenSQLite(sqliteDSN(c, "_pragma=query_only(1)", cacheSize(c.pageMemory()/2/sqliteReaders)), prepareConnection)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot open the database: %w", err), closeAll(writer.Close, write.Close))
	}
	read.SetMaxOpenConns(sqliteReaders)
	read.SetMaxIdleConns(sqliteReaders)
	contents, err := conns.OpenSQLite(sqliteDSN(c, "_pragma=query_only(1)", cacheSize(contentsCache)), prepareConnection)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot open the database: %w", err), closeAll(writer.Close, read.Close, write.Close))
	}
	contents.SetMaxOpenConns(1)
	contents.SetConnMaxIdleTime(contentsIdle)
	return &DB{
		reader: conns.NewShared("reading", read, sqliteReaders), contents: conns.NewShared("reading contents", contents, 1), writer: writer,
		dialect: sqliteDialect{c.Dir}, reserve: newReserve(c),
		pools: map[string]*sql.DB{"reading": read, "large values": contents},
		close: func() error { return closeAll(writer.Close, read.Close, contents.Close, write.Close) },
	}, nil
}

// defaultPageMemory is how many bytes of pages are kept where Config does not say it.
const defaultPageMemory = 24_000_000

// pageMemory is how many bytes of pages all connections keep: the writer a quarter, the readers together one half, and the copies
// for rehearsals the rest.
func (c Config) pageMemory() int64 { return cmp.Or(c.PageMemory, defaultPageMemory) }

// cacheSize is the pragma for a connection that keeps so many bytes of pages.
func cacheSize(bytes int64) string { return fmt.Sprintf("_pragma=cache_size(-%d)", bytes>>10) }

const contentsCache = 500 << 10

// contentsIdle is how long the connection for large values stays open unused, with the memory that the largest one took.
const contentsIdle = 10 * time.Second

// prepareSQLite brings the tables up to date and returns the writer.
func prepareSQLite(ctx context.Context, write *sql.DB, c Config) (*conns.Single, error) {
	write.SetMaxOpenConns(1)
	if err := migrateSQLite(ctx, write, c); err != nil {
		return nil, err
	}
	writer, err := conns.NewSingle(ctx, write)
	if err == nil {
		err = makeDatabasePrivate(c.Dir)
	}
	return writer, err
}

// checkpointPages is the number of pages of 4 KiB in the write-ahead log at which it is copied into the database file. An
// import writes some 6 MiB; with SQLite's default of 1,000 pages each one would wait for that.
const checkpointPages = "4000"

// sqliteDSN puts the pragmas into the address, so that every connection of a pool has them.
func sqliteDSN(c Config, more ...string) string {
	synchronous := "full"
	if c.Unsynced {
		synchronous = "off"
	}
	parameters := append([]string{
		"_pragma=busy_timeout(30000)", "_pragma=synchronous(" + synchronous + ")",
		"_pragma=foreign_keys(1)", "_pragma=wal_autocheckpoint(" + checkpointPages + ")", "_pragma=temp_store(memory)",
	}, more...)
	return fileDSN(filepath.Join(c.Dir, sqliteFileName), parameters...)
}

func fileDSN(path string, parameters ...string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + "?" + strings.Join(parameters, "&")
}

// prepareConnection is called for each new connection. Without the stable plans, SQLite would parse a statement with a bound LIMIT
// again at each execution, because another limit might have a better plan.
func prepareConnection(c *sqlite3.Conn) error {
	if _, err := c.Config(sqlite3.DBCONFIG_ENABLE_QPSG, true); err != nil {
		return err
	}
	return registerFold(c)
}

// unprepared is for connections that run plain statements alone.
func unprepared(*sqlite3.Conn) error { return nil }

// registerFold gives SQLite a lower() that knows all letters; the built-in one knows A to Z and stays as it is, because
// indexes are built on it.
func registerFold(c *sqlite3.Conn) error {
	return c.CreateFunction("fold", 1, sqlite3.DETERMINISTIC|sqlite3.INNOCUOUS, func(ctx sqlite3.Context, arg ...sqlite3.Value) {
		ctx.ResultText(strings.ToLower(arg[0].Text()))
	})
}

type sqliteDialect struct {
	dir string // of the database; empty where nothing is written
}

func (sqliteDialect) name() string { return "sqlite" }

// contains and equals need the slower fold() only for letters beyond A to Z.
func (d sqliteDialect) contains(expr string, ascii bool) string {
	return "instr(" + d.lower(expr, ascii) + ", " + d.lower("$", ascii) + ") > 0"
}

func (d sqliteDialect) equals(expr string, ascii bool) string {
	return d.lower(expr, ascii) + " = " + d.lower("$", ascii)
}

func (d sqliteDialect) like(expr string, ascii bool) string {
	return d.lower(expr, ascii) + " LIKE " + d.lower("$", ascii) + ` ESCAPE '\'`
}

func (sqliteDialect) members(expr string) string { return "json_each(" + expr + ")" }

func (sqliteDialect) texted(expr string) string { return "json_each(" + expr + ")" }

func (sqliteDialect) lower(expr string, ascii bool) string {
	if ascii {
		return "lower(" + expr + ")"
	}
	return "fold(" + expr + ")"
}

func (sqliteDialect) among(expr string) string { return expr + " IN (SELECT value FROM json_each($))" }

func (d sqliteDialect) amongFold(expr string, ascii bool) string {
	return d.lower(expr, ascii) + " IN (SELECT " + d.lower("value", ascii) + " FROM json_each($))"
}

func (sqliteDialect) ids(list []int64) any { return jsonText(list) }

func (sqliteDialect) texts(list []string) any { return jsonText(list) }

// jsonText is only for lists of numbers and texts, which always have a JSON form.
func jsonText(list any) string {
	text, _ := json.Marshal(list)
	return string(text)
}

func (sqliteDialect) sortText(expr string) string { return expr }

// nextIDs continues from the largest id ever used. Nobody else takes these ids meanwhile: SQLite has one writer at a time.
func (sqliteDialect) nextIDs() string {
	return `SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = $1), 0) + 1, $2`
}

func (sqliteDialect) keepIDs(ctx context.Context, tx *Tx, table string, n int64) (int64, error) {
	first, err := tx.newIDs(ctx, table, 1)
	if err != nil {
		return 0, err
	}
	return first[0], tx.useUpIDs(ctx, table, first[0]+n-1)
}

// forUpdate needs nothing: SQLite has one writer at a time.
func (sqliteDialect) erasing(on bool) string { return fmt.Sprintf("PRAGMA secure_delete = %t", on) }

func (sqliteDialect) forUpdate() string { return "" }

func (sqliteDialect) together() bool { return false }

// maxParams is far below SQLite's limit: statements with some hundred arguments are the fastest.
func (sqliteDialect) maxParams() int { return 480 }

func (d sqliteDialect) kind(err error) error {
	switch {
	case errors.Is(err, sqlite3.CONSTRAINT_UNIQUE), errors.Is(err, sqlite3.CONSTRAINT_PRIMARYKEY):
		return ErrTaken
	case errors.Is(err, sqlite3.CONSTRAINT_FOREIGNKEY):
		return ErrReference
	case errors.Is(err, sqlite3.FULL):
		return outage.ErrFull
	}
	if errors.Is(err, sqlite3.IOERR) && d.isFull() {
		return outage.ErrFull // the driver only reports that writing failed
	}
	for _, code := range []sqlite3.ErrorCode{
		sqlite3.BUSY, sqlite3.LOCKED, sqlite3.PROTOCOL, sqlite3.IOERR, sqlite3.CANTOPEN, sqlite3.READONLY, sqlite3.NOMEM, sqlite3.PERM,
	} {
		if errors.Is(err, code) {
			return outage.ErrUnavailable
		}
	}
	return nil
}
