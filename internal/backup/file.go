package backup

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"quartermaster/internal/store"
)

// writeWhole writes a file that appears under its name when all of it is on the disk, readable by its owner alone.
func writeWhole(file string, write func(*os.File) error) error {
	dir := filepath.Dir(file)
	draft, err := os.CreateTemp(dir, "."+filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name()) // after the move there is nothing to remove
	err = write(draft)
	if err == nil {
		err = draft.Sync()
	}
	if err = errors.Join(err, draft.Close()); err != nil {
		return err
	}
	if err := os.Rename(draft.Name(), file); err != nil {
		return err
	}
	return store.SyncDir(dir)
}

// extract writes all of r into a file and forces it onto the disk.
func extract(file string, r io.Reader) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// move renames a path; a missing one is skipped.
type move struct{ from, to string }

// moveAll makes all moves, or none when one fails. Undo reverses them.
func moveAll(moves []move) (undo func() error, err error) {
	var made []move
	undo = func() error {
		var errs []error
		for _, m := range slices.Backward(made) {
			errs = append(errs, os.Rename(m.to, m.from))
		}
		return errors.Join(errs...)
	}
	for _, m := range moves {
		err := os.Rename(m.from, m.to)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, errors.Join(err, undo())
		}
		made = append(made, m)
	}
	return undo, nil
}
