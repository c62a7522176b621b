package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// keepPrivate makes a file readable and writable by its owner alone, and creates it when it is missing: SQLite would give it
// the rights of the umask. An existing file is not opened, because closing it could release SQLite's locks.
func keepPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = f.Close()
	} else if errors.Is(err, fs.ErrExist) {
		err = makePrivate(path)
	}
	if err != nil {
		return fmt.Errorf("cannot keep %s private: %w", path, err)
	}
	return nil
}

// makePrivate is keepPrivate for an existing file. One of another owner stays as it is.
func makePrivate(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = os.Chmod(path, 0o600)
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// makeDatabasePrivate makes the files of an open SQLite database private.
func makeDatabasePrivate(dir string) error {
	var errs []error
	for _, name := range SQLiteFiles() {
		errs = append(errs, makePrivate(filepath.Join(dir, name)))
	}
	return errors.Join(errs...)
}
