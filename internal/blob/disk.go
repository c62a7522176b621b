package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"syscall"
	"time"

	"quartermaster/internal/outage"
)

// Folders of a Disk. Unfinished blobs are in a folder that no key can name.
const (
	blobsDir      = "blobs"
	unfinishedDir = "unfinished"
)

// abandonedAfter is the age from which an unfinished blob counts as left by a crash. Another process may be writing younger
// ones.
const abandonedAfter = 24 * time.Hour

// Disk is a Store in a folder. A blob that Put has stored survives a loss of power. Symbolic links never lead outside of the
// folder.
type Disk struct {
	root *os.Root
}

var _ Storage = (*Disk)(nil)

// OpenDisk returns the store in dir, which is created when it is missing. Several processes may share the folder. The caller closes the
// store. It returns an error where the folder cannot be made or opened.
func OpenDisk(dir string) (*Disk, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	d := &Disk{root: root}
	if err := d.prepare(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return d, nil
}

// Close implements Storage.
func (d *Disk) Close() error {
	return d.root.Close()
}

// Put implements Store.
func (d *Disk) Put(ctx context.Context, key string, r io.Reader) (size int64, err error) {
	if err := CheckKey(key); err != nil {
		return 0, err
	}
	temporary := path.Join(unfinishedDir, rand.Text())
	defer func() { _ = d.root.Remove(temporary) }() // where it was not made, or is moved, there is nothing to remove
	size, err = d.write(temporary, contextReader{ctx, r})
	if err == nil {
		err = d.publish(temporary, blobName(key))
	}
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", key, outage.Of(err))
	}
	return size, nil
}

// Open implements Store.
func (d *Disk) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	if err := errors.Join(ctx.Err(), CheckKey(key)); err != nil {
		return nil, err
	}
	f, err := d.openFile(blobName(key))
	if isMissing(err) {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, key)
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", key, outage.Of(err))
	}
	return f, nil
}

// Delete implements Store.
func (d *Disk) Delete(ctx context.Context, key string) error {
	if err := errors.Join(ctx.Err(), CheckKey(key)); err != nil {
		return err
	}
	err := d.removeFile(blobName(key))
	if err != nil && !isMissing(err) {
		return fmt.Errorf("delete %s: %w", key, outage.Of(err))
	}
	return nil
}

func blobName(key string) string { return path.Join(blobsDir, key) }

// prepare creates the folders and removes what crashes have left.
func (d *Disk) prepare() error {
	for _, dir := range []string{blobsDir, unfinishedDir} {
		if err := d.root.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	entries, err := fs.ReadDir(d.root.FS(), unfinishedDir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := d.removeAbandoned(entry); err != nil {
			return err
		}
	}
	return nil
}

func (d *Disk) removeAbandoned(entry fs.DirEntry) error {
	info, err := entry.Info()
	if err == nil && time.Since(info.ModTime()) > abandonedAfter {
		err = d.root.Remove(path.Join(unfinishedDir, entry.Name()))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil // another process has finished or removed it meanwhile
	}
	return err
}

// write writes all of r into the file and forces it onto the disk.
func (d *Disk) write(name string, r io.Reader) (size int64, err error) {
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if size, err = io.Copy(f, r); err != nil {
		return size, err
	}
	return size, f.Sync()
}

// publish moves a written file to its final name and forces the move, and new folders, onto the disk.
func (d *Disk) publish(from, to string) error {
	if err := d.root.MkdirAll(path.Dir(to), 0o700); err != nil {
		return err
	}
	if err := d.root.Rename(from, to); err != nil {
		return err
	}
	for dir := path.Dir(to); dir != "."; dir = path.Dir(dir) {
		if err := d.syncDir(dir); err != nil {
			return err
		}
	}
	return nil
}

func (d *Disk) syncDir(name string) error {
	if runtime.GOOS == "windows" {
		return nil // folders cannot be synced there; NTFS journals the move
	}
	dir, err := d.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// removeFile removes a file: a folder of other keys is no blob.
func (d *Disk) removeFile(name string) error {
	info, err := d.root.Lstat(name)
	if err == nil && info.IsDir() {
		return fs.ErrNotExist
	}
	if err != nil {
		return err
	}
	return d.root.Remove(name)
}

// openFile opens a regular file: a folder of other keys is no blob.
func (d *Disk) openFile(name string) (*os.File, error) {
	f, err := d.root.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// isMissing also holds for keys below an existing blob, which is no folder.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// contextReader fails once its context has ended.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
