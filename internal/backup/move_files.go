package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"quartermaster/internal/blob"
)

// copiesAtOnce is how many files are copied side by side: most of the time passes with waiting for a bucket.
const copiesAtOnce = 8

// fileMover copies stored files.
type fileMover struct {
	from, to               blob.Storage
	force                  bool
	copied, present, bytes atomic.Int64
}

// files copies the stored files, after the snapshot of the records was made, so that every file that a record names is there.
func (m *mover) files(ctx context.Context) error {
	if !m.done.Files {
		return nil
	}
	from, err := m.from.openFiles(false)
	if err != nil || from == nil {
		return err
	}
	defer m.from.closeFiles(from)
	to, err := m.to.openFiles(true)
	if err != nil {
		return err
	}
	defer m.to.closeFiles(to)
	f := &fileMover{from: from, to: to, force: m.force}
	if err := f.checkTarget(ctx); err != nil {
		return err
	}
	err = f.all(ctx)
	m.done.Copied, m.done.Present, m.done.Bytes = f.copied.Load(), f.present.Load(), f.bytes.Load()
	return err
}

// openFiles returns where stored files are: nil where there is no folder yet, unless it is to be made.
func (o Options) openFiles(create bool) (blob.Storage, error) {
	if o.Files != nil {
		return o.Files, nil
	}
	dir := filepath.Join(o.Store.Dir, o.Storage)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) && !create {
		return nil, nil
	}
	return blob.OpenDisk(dir)
}

// closeFiles closes what openFiles has opened, and not what belongs to the caller.
func (o Options) closeFiles(files blob.Storage) {
	if files != o.Files {
		_ = files.Close() // all that was written is on the disk
	}
}

// checkTarget refuses a target with files that are not those of the source, without force.
func (f *fileMover) checkTarget(ctx context.Context) error {
	if f.force {
		return nil
	}
	known := map[string]bool{}
	err := f.from.Keys(ctx, func(key string) error {
		known[key] = true
		return nil
	})
	if err != nil {
		return err
	}
	return f.to.Keys(ctx, func(key string) error {
		if !known[key] {
			return fmt.Errorf("there are others already, such as %s; --force keeps them and adds to them", key)
		}
		return nil
	})
}

// all copies all files, and ends with the first error.
func (f *fileMover) all(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	keys := make(chan string)
	var workers sync.WaitGroup
	for range copiesAtOnce {
		workers.Go(func() {
			for key := range keys {
				if err := f.one(ctx, key); err != nil {
					cancel(fmt.Errorf("%s: %w", key, err))
				}
			}
		})
	}
	err := f.from.Keys(ctx, func(key string) error {
		select {
		case keys <- key:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	close(keys)
	workers.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// one copies a file that has not arrived yet.
func (f *fileMover) one(ctx context.Context, key string) error {
	there, err := digestOf(ctx, f.to, key)
	if errors.Is(err, blob.ErrNotFound) {
		return f.copy(ctx, key)
	}
	if err != nil {
		return err
	}
	want, err := digestOf(ctx, f.from, key)
	switch {
	case errors.Is(err, blob.ErrNotFound):
		return nil // deleted meanwhile
	case err != nil:
		return err
	case want == there:
		f.present.Add(1)
		f.bytes.Add(want.Size)
		return nil
	case !f.force:
		return errors.New("there is another one of this name already; --force replaces it")
	}
	return f.copy(ctx, key)
}

// copy copies a file and reads it back.
func (f *fileMover) copy(ctx context.Context, key string) error {
	content, err := f.from.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil // deleted meanwhile
	}
	if err != nil {
		return err
	}
	defer content.Close()
	sent := newDigest()
	if _, err := f.to.Put(ctx, key, io.TeeReader(content, sent)); err != nil {
		return err
	}
	there, err := digestOf(ctx, f.to, key)
	if err == nil && there != sent.member(key) {
		err = errors.New("it did not arrive as it was")
	}
	if err == nil {
		f.copied.Add(1)
		f.bytes.Add(there.Size)
	}
	return err
}

// digestOf reads a file.
func digestOf(ctx context.Context, in blob.Store, key string) (Member, error) {
	content, err := in.Open(ctx, key)
	if err != nil {
		return Member{}, err
	}
	defer content.Close()
	d := newDigest()
	if _, err := io.Copy(d, content); err != nil {
		return Member{}, err
	}
	return d.member(key), nil
}
