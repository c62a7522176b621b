package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"quartermaster/internal/blob"
	"quartermaster/internal/store"
)

// Restored describes what Restore has done.
type Restored struct {
	Manifest
	Aside string // name of what the earlier data were moved to, empty when there were none
}

// Restore restores a backup into the folder and the database of o. It verifies the backup and builds the data aside before it
// touches anything: it returns ErrPhrase when the phrase of o is not that of the file. Without force it returns an error when there are
// data; with force these are moved into a folder of the data folder and, on PostgreSQL, into a schema of the same name; what else is in
// o.Files stays there. It returns an error when a server has the data open.
func Restore(ctx context.Context, o Options, file string, force bool) (Restored, error) {
	f, err := os.Open(file)
	if err != nil {
		return Restored{}, err
	}
	defer f.Close()
	a, err := o.verifiedArchive(ctx, f)
	if err != nil {
		return Restored{}, fmt.Errorf("%s cannot be restored: %w", file, err)
	}
	release, err := store.Claim(ctx, o.Store.Dir)
	if err != nil {
		return Restored{}, inUse(err)
	}
	defer release()
	aside, err := asideFor(ctx, o, force)
	if err != nil {
		return Restored{}, err
	}
	r := &restoration{options: o, archive: a, stage: filepath.Join(o.Store.Dir, stageFolder), names: o.entries()}
	return Restored{a.Manifest, aside}, inUse(r.run(ctx, aside))
}

// errInUse is returned when a server or another command has the data open.
var errInUse = errors.New("the data are in use: stop the server, and whatever else has the database open, first")

func inUse(err error) error {
	if errors.Is(err, store.ErrTaken) {
		return errInUse
	}
	return err
}

// asideFor returns the name under which present data are kept, empty when there are none. Without force it returns an error
// when there are some.
func asideFor(ctx context.Context, o Options, force bool) (string, error) {
	there, err := o.hasData(ctx)
	switch {
	case err != nil || !there:
		return "", err
	case !force:
		return "", errors.New("there are data already; --force restores the backup in their place and keeps them aside")
	}
	return asideName(), nil
}

func asideName() string { return time.Now().UTC().Format("before_20060102_150405") }

func (o Options) hasData(ctx context.Context) (bool, error) {
	for _, name := range o.entries() {
		if _, err := os.Lstat(filepath.Join(o.Store.Dir, name)); !errors.Is(err, fs.ErrNotExist) {
			return true, err
		}
	}
	return store.Exists(ctx, o.Store)
}

// entries returns the names in the data folder that a restored backup replaces.
func (o Options) entries() []string {
	names := []string{o.KeyFile, o.Storage}
	if o.Store.DatabaseURL == "" {
		names = append(names, store.SQLiteFiles()...)
	}
	return names
}

// stageFolder is where the data are built: in the data folder, so that moves stay on its disk.
const stageFolder = "restoring"

// restoration is a restore in progress.
type restoration struct {
	options Options
	archive *archive
	stage   string
	names   []string // in the data folder, of what is replaced
	rows    int64
}

func (r *restoration) run(ctx context.Context, aside string) error {
	if err := os.RemoveAll(r.stage); err != nil { // the rest of a crash
		return err
	}
	if err := os.Mkdir(r.stage, 0o700); err != nil {
		return err
	}
	defer os.RemoveAll(r.stage)
	if err := r.files(ctx); err != nil {
		return err
	}
	draft, err := r.database(ctx)
	if err != nil {
		return err
	}
	return errors.Join(r.exchange(ctx, draft, aside), draft.Close())
}

// files creates the secret key and the stored files.
func (r *restoration) files(ctx context.Context) error {
	for _, member := range r.archive.Members {
		key, isStored := strings.CutPrefix(member.Name, storageFolder)
		var err error
		switch {
		case isStored:
			err = r.stored(ctx, member.Name, key)
		case member.Name == keyName:
			err = r.key()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", member.Name, err)
		}
	}
	return nil
}

func (r *restoration) stored(ctx context.Context, member, key string) error {
	content, err := r.archive.open(member)
	if err != nil {
		return err
	}
	defer content.Close()
	if files := r.options.Files; files != nil {
		_, err = files.Put(ctx, key, content)
		return err
	}
	disk, err := blob.OpenDisk(filepath.Join(r.stage, r.options.Storage))
	if err != nil {
		return err
	}
	defer disk.Close()
	_, err = disk.Put(ctx, key, content)
	return err
}

func (r *restoration) key() error {
	content, err := r.archive.open(keyName)
	if err != nil {
		return err
	}
	defer content.Close()
	return extract(filepath.Join(r.stage, r.options.KeyFile), content)
}
