package store

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"

	"quartermaster/internal/store/conns"
)

// Disk is a file system whose write-ahead logs fail at will. It counts how often they are synced.
type Disk struct {
	vfs.VFS
	Syncs      atomic.Int64
	Full       atomic.Bool
	BeforeSync atomic.Pointer[func()]
}

func (d *Disk) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	file, out, err := vfsutil.WrapOpen(d.VFS, name, flags)
	return d.wrapped(file, flags), out, err
}

func (d *Disk) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	file, out, err := vfsutil.WrapOpenFilename(d.VFS, name, flags)
	return d.wrapped(file, flags), out, err
}

func (d *Disk) wrapped(file vfs.File, flags vfs.OpenFlag) vfs.File {
	if file == nil || flags&vfs.OPEN_WAL == 0 {
		return file
	}
	return diskFile{file, d}
}

type diskFile struct {
	vfs.File
	disk *Disk
}

func (f diskFile) WriteAt(b []byte, at int64) (int, error) {
	if f.disk.Full.Load() {
		return 0, sqlite3.FULL
	}
	return f.File.WriteAt(b, at)
}

func (f diskFile) Sync(flags vfs.SyncFlag) error {
	if before := f.disk.BeforeSync.Load(); before != nil {
		(*before)()
	}
	f.disk.Syncs.Add(1)
	return f.File.Sync(flags)
}

// OpenOnDisk opens an SQLite database that waits for the disk, and whose groups anybody may join who comes within a minute.
func OpenOnDisk(t testing.TB) (*DB, *Disk) {
	t.Helper()
	c := Config{Dir: t.TempDir(), InSlices: true}
	db, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	disk, name := &Disk{VFS: vfs.Find("")}, filepath.Base(filepath.Dir(c.Dir))
	vfs.Register(name, disk)
	write, err := conns.OpenSQLite(sqliteDSN(c, "vfs="+name, "_txlock=immediate"), prepareConnection)
	if err != nil {
		t.Fatal(err)
	}
	writer, err := conns.NewSingle(t.Context(), write)
	if err != nil {
		t.Fatal(err)
	}
	writer.Joining = time.Minute
	first := db.close
	db.writer, db.close = writer, func() error { return errors.Join(writer.Close(), write.Close(), first()) }
	t.Cleanup(func() {
		_ = db.Close()
		vfs.Unregister(name)
	})
	return db, disk
}

// Waiting is how many wait for the writer of an SQLite database.
func Waiting(db *DB) int {
	t := &db.writer.(*conns.Single).Turns
	t.Lock()
	defer t.Unlock()
	return t.Line.Len()
}

// ShortTx is Tx for a member of a group.
func (db *DB) ShortTx(ctx context.Context, fn func(*Tx) error) error { return db.shortTx(ctx, fn) }
