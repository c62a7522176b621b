package blob_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/blob"
	"quartermaster/internal/blob/blobtest"
)

func TestDisk(t *testing.T) {
	t.Parallel()
	blobtest.Run(t, func(t *testing.T) blob.Store { return openDisk(t, t.TempDir()) })
}

func TestDiskKeepsBlobsBetweenRuns(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "folder")
	put(t, openDisk(t, dir), "a/b", "content")
	r, err := openDisk(t, dir).Open(t.Context(), "a/b")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err != nil || string(got) != "content" {
		t.Errorf("read %q, %v, want %q", got, err, "content")
	}
}

func TestDiskIsPrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits")
	}
	dir := filepath.Join(t.TempDir(), "new")
	put(t, openDisk(t, dir), "a/b", "content")
	walk(t, dir, func(name string, info fs.FileInfo) {
		if perm := info.Mode().Perm(); perm&0o077 != 0 {
			t.Errorf("%s has mode %v, want nothing for others", name, perm)
		}
	})
}

func TestDiskLeavesNothingOfAFailedPut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := openDisk(t, dir)
	put(t, d, "a", "x")
	// The rename fails as well, since "a" is no folder.
	if _, err := d.Put(t.Context(), "a/b", strings.NewReader("x")); err == nil {
		t.Fatal("a blob was put below another one")
	}
	walk(t, dir, func(name string, info fs.FileInfo) {
		if info.Mode().IsRegular() && filepath.Base(name) != "a" {
			t.Errorf("%s is left", name)
		}
	})
}

func TestOpenDiskRemovesAbandonedFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	openDisk(t, dir)
	young := filepath.Join(dir, "unfinished", "young")
	old := filepath.Join(dir, "unfinished", "old")
	for _, name := range []string{young, old} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	openDisk(t, dir)
	if _, err := os.Stat(young); err != nil {
		t.Errorf("a file that may still be written is gone: %v", err)
	}
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the abandoned file is still there (stat: %v)", err)
	}
}

func TestDiskStaysInItsFolder(t *testing.T) {
	t.Parallel()
	outside, dir := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret")
	if err := os.WriteFile(secret, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := openDisk(t, dir)
	if err := os.Symlink(outside, filepath.Join(dir, "blobs", "link")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if r, err := d.Open(t.Context(), "link/secret"); err == nil {
		r.Close()
		t.Error("a symbolic link led out of the folder")
	}
	if _, err := d.Put(t.Context(), "link/secret", strings.NewReader("changed")); err == nil {
		t.Error("a blob was written outside the folder")
	}
	if err := d.Delete(t.Context(), "link/secret"); err == nil {
		t.Error("a file outside the folder was deleted")
	}
	if got, err := os.ReadFile(secret); err != nil || string(got) != "x" {
		t.Errorf("the file outside holds %q, %v", got, err)
	}
}

func openDisk(t *testing.T, dir string) *blob.Disk {
	t.Helper()
	d, err := blob.OpenDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func put(t *testing.T, s blob.Store, key, content string) {
	t.Helper()
	if _, err := s.Put(t.Context(), key, strings.NewReader(content)); err != nil {
		t.Fatal(err)
	}
}

func walk(t *testing.T, dir string, visit func(name string, info fs.FileInfo)) {
	t.Helper()
	err := filepath.Walk(dir, func(name string, info fs.FileInfo, err error) error {
		if err == nil {
			visit(name, info)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
