package store

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"quartermaster/internal/store/conns"
)

// newSuffix names the database of a folder while its first tables are made.
const newSuffix = ".new"

// ready is the database that the migrations of a build make, compressed. TestReady holds that it is, and makes it anew.
//
//go:generate go test -count=1 -run ^TestReady$ . -update
//go:embed ready.db.gz
var ready []byte

// createSQLite makes the database of a folder that has none. It takes its name when all tables are there, so that the disk is
// waited for once, and what an interruption leaves is made anew.
func createSQLite(c Config) error {
	if c.Beside != (Beside{}) || hasSQLite(c.Dir) {
		return nil
	}
	file := filepath.Join(c.Dir, sqliteFileName)
	if err := os.Remove(file + newSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot remove an unfinished database: %w", err)
	}
	if err := writeReady(file + newSuffix); err != nil {
		return err
	}
	if !c.Unsynced {
		if err := syncFile(file + newSuffix); err != nil {
			return err
		}
	}
	if err := os.Rename(file+newSuffix, file); err != nil || c.Unsynced {
		return err
	}
	return SyncDir(c.Dir)
}

// hasSQLite reports whether any file of a database is in a folder: a write-ahead log would be taken for that of a new one.
func hasSQLite(dir string) bool {
	for _, name := range SQLiteFiles() {
		if _, err := os.Lstat(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}

// writeReady makes the file of a new database. Migrations that it is without are left to be applied.
func writeReady(file string) error {
	unpacked, err := gzip.NewReader(bytes.NewReader(ready))
	if err != nil {
		return err
	}
	tables, err := io.ReadAll(unpacked)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, tables, 0o600); err != nil {
		return fmt.Errorf("cannot make the database: %w", err)
	}
	return nil
}

// openUnsynced opens the file of a database that nobody uses yet, and makes it when it is missing. Nothing waits for the disk.
func openUnsynced(file string) (*sql.DB, error) {
	if err := keepPrivate(file); err != nil {
		return nil, fmt.Errorf("cannot make the database: %w", err)
	}
	db, err := conns.OpenSQLite(fileDSN(file, "_txlock=immediate", "_pragma=foreign_keys(1)", "_pragma=synchronous(off)",
		"_pragma=journal_mode(memory)"),
		unprepared)
	if err != nil {
		return nil, fmt.Errorf("cannot make the database: %w", err)
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// syncFile forces what was written to a file to the disk.
func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// SyncDir forces the names in a folder to the disk. The error is one of the file system.
func SyncDir(name string) error {
	if runtime.GOOS == "windows" {
		return nil // folders cannot be synced there; NTFS journals the move
	}
	dir, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
