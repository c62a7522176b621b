package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"quartermaster/internal/store"
)

// exchange moves the data in use to aside, unless that is empty, and the restored data into their place.
func (r *restoration) exchange(ctx context.Context, draft *store.Draft, aside string) error {
	release, err := r.retire(ctx)
	if err != nil {
		return err
	}
	defer release()
	undo, err := r.exchangeFiles(aside)
	if err != nil {
		return fmt.Errorf("the data stay as they were: %w", err)
	}
	if err := draft.Publish(ctx, aside); err != nil {
		return errors.Join(err, undo())
	}
	return r.sync(aside)
}

// sync forces the moves onto the disk.
func (r *restoration) sync(aside string) error {
	err := store.SyncDir(r.options.Store.Dir)
	if aside == "" {
		return err
	}
	asideErr := store.SyncDir(filepath.Join(r.options.Store.Dir, aside))
	if errors.Is(asideErr, fs.ErrNotExist) { // nothing was moved there
		return err
	}
	return errors.Join(err, asideErr)
}

// retire makes sure that nobody has the files open that are about to be moved.
func (r *restoration) retire(ctx context.Context) (release func(), err error) {
	c := r.options.Store
	there, err := store.Exists(ctx, c)
	if err != nil || !there || c.DatabaseURL != "" {
		return func() {}, err
	}
	return store.Retire(ctx, c.Dir)
}

// exchangeFiles exchanges what is in the data folder, all of it or nothing. Undo reverses it.
func (r *restoration) exchangeFiles(aside string) (undo func() error, err error) {
	dir := r.options.Store.Dir
	var away, in []move
	for _, name := range r.names {
		away = append(away, move{filepath.Join(dir, name), filepath.Join(dir, aside, name)})
		in = append(in, move{filepath.Join(r.stage, name), filepath.Join(dir, name)})
	}
	if aside == "" {
		return moveAll(in)
	}
	if err := os.Mkdir(filepath.Join(dir, aside), 0o700); err != nil {
		return nil, err
	}
	defer os.Remove(filepath.Join(dir, aside)) // fails, as it shall, unless the folder is empty
	return moveAll(append(away, in...))
}
