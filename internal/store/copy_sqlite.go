package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/pressly/goose/v3"

	"quartermaster/internal/store/conns"
)

// SQLiteFiles are the names that the files of an SQLite database have in their folder.
func SQLiteFiles() []string {
	return []string{sqliteFileName, sqliteFileName + "-wal", sqliteFileName + "-shm"}
}

func (sqliteDialect) tables() string {
	return `SELECT m.name, COALESCE(f."table", '') FROM sqlite_master m LEFT JOIN pragma_foreign_key_list(m.name) f
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.rowid`
}

func (sqliteDialect) lastID() string {
	return `SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = $1), 0)`
}

func (sqliteDialect) setLastID(ctx context.Context, on handle, table string, id int64) error {
	if _, err := on.ExecContext(ctx, `DELETE FROM sqlite_sequence WHERE name = $1`, table); err != nil {
		return err
	}
	_, err := on.ExecContext(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, table, id)
	return err
}

// snapshot needs nothing: with a write-ahead log every reading transaction sees one moment only.
func (sqliteDialect) snapshot() sql.IsolationLevel { return sql.LevelDefault }

func (sqliteDialect) check(ctx context.Context, on handle) error {
	var found string
	if err := on.QueryRowContext(ctx, `SELECT integrity_check FROM pragma_integrity_check LIMIT 1`).Scan(&found); err != nil {
		return fmt.Errorf("the database is damaged: %w", err)
	}
	if found != "ok" {
		return fmt.Errorf("the database is damaged: %s", found)
	}
	err := on.QueryRowContext(ctx, `SELECT "table" FROM pragma_foreign_key_check LIMIT 1`).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("the database is damaged: table %s refers to rows that are not there", found)
}

func (sqliteDialect) load(ctx context.Context, db *sql.DB, t Table, next func() ([]any, error)) (int64, error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	insert, err := tx.PrepareContext(ctx, "INSERT INTO "+quoted(t.Name)+" ("+t.columnList()+") VALUES (?"+
		strings.Repeat(", ?", len(t.Columns)-1)+")")
	if err != nil {
		return 0, err
	}
	defer insert.Close()
	n, err := insertEach(ctx, insert, next)
	if err != nil {
		return n, err
	}
	return n, tx.Commit()
}

// insertEach inserts row by row: with a prepared statement and no network between, a row takes some 20 microseconds.
func insertEach(ctx context.Context, insert *sql.Stmt, next func() ([]any, error)) (n int64, err error) {
	for {
		row, err := next()
		if err != nil || row == nil {
			return n, err
		}
		if _, err := insert.ExecContext(ctx, row...); err != nil {
			return n, err
		}
		n++
	}
}

// readSQLite opens an SQLite database that is there for reading.
func readSQLite(_ context.Context, c Config) (*sql.DB, error) {
	path := filepath.Join(c.Dir, sqliteFileName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no database in %s", c.Dir)
	} else if err != nil {
		return nil, err
	}
	// It may have to recover the write-ahead log after a crash, which takes more than the right to read.
	db, err := conns.OpenSQLite(fileDSN(path, "mode=rw", "_pragma=busy_timeout(30000)", "_pragma=temp_store(memory)"), unprepared)
	if err != nil {
		return nil, fmt.Errorf("cannot open the database: %w", err)
	}
	return db, nil
}

// draftSQLite creates the file of a draft. Nothing waits for the disk before the draft is complete.
func draftSQLite(_ context.Context, c Config) (*Draft, error) {
	file := filepath.Join(c.Dir, sqliteFileName)
	db, err := openUnsynced(file)
	if err != nil {
		return nil, err
	}
	return &Draft{db: db, catalog: sqliteDialect{}, file: file, migrations: func() (*goose.Provider, error) {
		return newProvider(goose.DialectSQLite3, db)
	}}, nil
}

// retireWait is how long Retire waits for processes that have the database open: they may be about to end.
const retireWait = time.Second

// Retire prepares the SQLite database in dir for being moved: everything goes into its main file, and no process of
// Quartermaster can open it until release is called. It returns ErrTaken when a process has it open. A database that is too
// damaged to be opened is left as it is.
func Retire(ctx context.Context, dir string) (release func(), err error) {
	release, err = lockFile(ctx, filepath.Join(dir, migrateLock))
	if err != nil {
		return nil, err
	}
	if err := leaveLog(ctx, filepath.Join(dir, sqliteFileName)); errors.Is(err, sqlite3.BUSY) {
		release()
		return nil, ErrTaken
	}
	return release, nil
}

// leaveLog gives up the write-ahead log, which SQLite does only for the one process that has the database open.
func leaveLog(ctx context.Context, path string) error {
	db, err := conns.OpenSQLite(fileDSN(path, "mode=rw", fmt.Sprintf("_pragma=busy_timeout(%d)", retireWait.Milliseconds())), unprepared)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `PRAGMA journal_mode = delete`)
	return errors.Join(err, db.Close())
}
