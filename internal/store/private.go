package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// keepPrivate sees to it that nobody but its owner reads or writes a file, which is made when it is missing: SQLite would make it
// as wide as the umask lets it. A file that is there is not opened, because closing it could let go of SQLite's locks.
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

// makePrivate does so for a file that is there. One of another owner stays as it is: only he can change it.
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

// makeDatabasePrivate does so for the files of an open SQLite database.
func makeDatabasePrivate(dir string) error {
	var errs []error
	for _, name := range SQLiteFiles() {
		errs = append(errs, makePrivate(filepath.Join(dir, name)))
	}
	return errors.Join(errs...)
}
