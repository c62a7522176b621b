package remote

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folderIn returns the server of a new folder below a new root.
func folderIn(t *testing.T) (server *Connection, dir string) {
	t.Helper()
	root := t.TempDir()
	dir = filepath.Join(root, "dayz")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	server, err := New(Options{Folders: []string{root}}).Open(t.Context(), Target{Protocol: Folder, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return server, dir
}

func TestFoldersOutsideOfTheRootsAreRefused(t *testing.T) {
	t.Parallel()
	root, other := t.TempDir(), t.TempDir()
	if err := os.Symlink(other, filepath.Join(root, "link")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	opener := New(Options{Folders: []string{root}})
	for dir, want := range map[string]error{
		other: ErrDenied, filepath.Join(root, "..", filepath.Base(other)): ErrDenied, "": ErrDenied, "relative": ErrDenied,
		filepath.Join(root, "link"): ErrOutside, filepath.Join(root, "none"): ErrNotFound,
	} {
		if _, err := opener.Open(t.Context(), Target{Protocol: Folder, Dir: dir}); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", dir, err, want)
		}
	}
	if _, err := New(Options{}).Open(t.Context(), Target{Protocol: Folder, Dir: root}); !errors.Is(err, ErrDenied) {
		t.Errorf("without roots: %v", err)
	}
}

func TestLinksDoNotLeadOutOfAFolder(t *testing.T) {
	t.Parallel()
	server, dir := folderIn(t)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "link")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if err := os.Symlink(filepath.Dir(secret), filepath.Join(dir, "linked")); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	for _, p := range []string{"link", "linked/secret", "linked/new"} {
		if _, err := server.Open(ctx, p, 0); !errors.Is(err, ErrOutside) {
			t.Errorf("open %s: %v", p, err)
		}
		if err := server.Write(ctx, p, strings.NewReader("x")); !errors.Is(err, ErrOutside) {
			t.Errorf("write %s: %v", p, err)
		}
	}
	if entries, err := server.List(ctx, "."); err != nil || len(entries) > 0 {
		t.Errorf("listed %v, %v", entries, err)
	}
	if text, err := os.ReadFile(secret); err != nil || string(text) != "secret" {
		t.Errorf("the file outside: %q, %v", text, err)
	}
}

func TestReadingAFolderEndsWithItsContext(t *testing.T) {
	t.Parallel()
	server, dir := folderIn(t)
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	content, err := server.Open(ctx, "file", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	cancel()
	if _, err := io.ReadAll(content); !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v", err)
	}
	if err := server.Write(ctx, "other", strings.NewReader("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("write: %v", err)
	}
}
