package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"quartermaster/internal/store"
)

// Moved describes what Move has done.
type Moved struct {
	At      time.Time // the moment that the records are of
	Records bool      // they were copied; else they stay where they are
	Tables  int
	Rows    int64
	Files   bool // they were copied; else they stay where they are
	Copied  int64
	Present int64  // files that an earlier attempt had copied
	Bytes   int64  // of all files
	Key     bool   // the secret key was copied
	Aside   string // name of what the earlier data were moved to, empty when there were none
}

// Move copies the data of from to the places of to that are different ones, and compares each row and each file with what has arrived.
// Servers may use from meanwhile: the records are those of one moment. It may be repeated after an interruption, and copies only those
// files again that have not arrived. What it replaces in to it replaces at the end, all at once.
//
// Without force it returns an error when to holds other data; with force records and key of to are moved aside, as by Restore, and
// files with the same name are replaced. It returns store.ErrKeyOther when the key is not that of the records.
func Move(ctx context.Context, from, to Options, force bool) (Moved, error) {
	snapshot, err := store.OpenSnapshot(ctx, from.Store)
	if err != nil {
		return Moved{}, err
	}
	defer snapshot.Close()
	m := &mover{from: from, to: to, force: force, snapshot: snapshot}
	m.done.At = time.Now().UTC().Truncate(time.Second)
	if err := snapshot.Check(ctx); err != nil {
		return Moved{}, err
	}
	if m.key, err = from.checkedKey(ctx, snapshot); err != nil {
		return Moved{}, err
	}
	return m.done, inUse(m.run(ctx))
}

// mover is a move in progress.
type mover struct {
	from, to Options
	force    bool
	snapshot *store.Snapshot
	key      []byte // text of the file, nil when there is none to copy
	done     Moved
}

var errNothing = errors.New("there is nothing to move: both are the same place")

func (m *mover) run(ctx context.Context) error {
	if err := m.plan(); err != nil {
		return err
	}
	if m.writesFolder() {
		release, err := store.Claim(ctx, m.to.Store.Dir)
		if err != nil {
			return err
		}
		defer release()
	}
	if err := m.chooseAside(ctx); err != nil {
		return err
	}
	if err := m.files(ctx); err != nil {
		return fmt.Errorf("stored files: %w", err)
	}
	return m.exchange(ctx)
}

// plan finds out what is in different places.
func (m *mover) plan() error {
	from, to := m.from, m.to
	elsewhere := filepath.Clean(from.Store.Dir) != filepath.Clean(to.Store.Dir)
	m.done.Records = from.Store.DatabaseURL != to.Store.DatabaseURL || elsewhere && from.Store.DatabaseURL == ""
	m.done.Files = from.Files != to.Files || elsewhere && from.Files == nil
	if m.done.Key = elsewhere && m.key != nil; m.done.Key {
		there, err := os.ReadFile(filepath.Join(to.Store.Dir, to.KeyFile))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		m.done.Key = !bytes.Equal(there, m.key)
	}
	if !m.done.Records && !m.done.Files && !m.done.Key {
		return errNothing
	}
	return nil
}

// writesFolder reports whether a server may not use the folder of the target meanwhile.
func (m *mover) writesFolder() bool {
	return m.done.Key || m.done.Records && m.to.Store.DatabaseURL == ""
}

// chooseAside names what records and key of the target are moved to, if there are some.
func (m *mover) chooseAside(ctx context.Context) error {
	there := false
	for _, name := range m.names() {
		if _, err := os.Lstat(filepath.Join(m.to.Store.Dir, name)); err == nil {
			there = true
		}
	}
	if m.done.Records && !there {
		var err error
		if there, err = store.Exists(ctx, m.to.Store); err != nil {
			return err
		}
	}
	switch {
	case !there:
		return nil
	case !m.force:
		return errors.New("there are data already; --force moves in their place and keeps them aside")
	}
	m.done.Aside = asideName()
	return nil
}

// names returns the names in the folder of the target that are exchanged at the end: the key first, so that records are the last that
// an interrupted move lacks, and its repetition does not take them for the data of somebody else.
func (m *mover) names() (list []string) {
	if m.done.Key {
		list = append(list, m.to.KeyFile)
	}
	if m.done.Records && m.to.Store.DatabaseURL == "" {
		list = append(list, store.SQLiteFiles()...)
	}
	return list
}

// exchange builds records and key aside and puts them in place.
func (m *mover) exchange(ctx context.Context) error {
	r := &restoration{options: m.to, stage: filepath.Join(m.to.Store.Dir, stageFolder), names: m.names()}
	if err := errors.Join(os.MkdirAll(m.to.Store.Dir, 0o700), os.RemoveAll(r.stage), os.Mkdir(r.stage, 0o700)); err != nil {
		return err
	}
	defer os.RemoveAll(r.stage)
	if m.done.Key {
		if err := extract(filepath.Join(r.stage, m.to.KeyFile), bytes.NewReader(m.key)); err != nil {
			return err
		}
	}
	if !m.done.Records {
		_, err := r.exchangeFiles(m.done.Aside)
		return errors.Join(err, r.sync(m.done.Aside))
	}
	draft, err := m.draft(ctx, r.stage)
	if err != nil {
		return err
	}
	return errors.Join(r.exchange(ctx, draft, m.done.Aside), draft.Close())
}
