//go:build unix

package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestRootGivesTheOwnerWhatItMakes: the server of another user opens what root has made in the data folder; what is not ours stays root's.
func TestRootGivesTheOwnerWhatItMakes(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can make files of others")
	}
	const server = 65532
	p, copied := place{dir: t.TempDir()}, filepath.Join(t.TempDir(), "copy.zip")
	if err := os.Chown(p.dir, server, server); err != nil {
		t.Fatal(err)
	}
	notes := filepath.Join(p.dir, "notes.txt")
	if err := os.WriteFile(notes, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	command(t, p.flags("user", "add", "--email", "o@example.org", "--name", "O", "--password", "correct-horse")...)
	command(t, p.flags("key", "reset", "--forget-passwords")...)
	command(t, p.flags("backup", "--out", copied)...)
	command(t, p.flags("restore", "--force", copied)...)
	target := place{dir: t.TempDir()}
	if err := os.Chown(target.dir, server, server); err != nil {
		t.Fatal(err)
	}
	command(t, "move", "--from", p.dir, "--to", target.dir)
	for _, dir := range []string{p.dir, target.dir} {
		found := 0
		each(t, dir, func(path string, _ fs.DirEntry) {
			if info, err := os.Stat(path); err != nil || (info.Sys().(*syscall.Stat_t).Uid != server) != (path == notes) {
				t.Errorf("%s is of another owner: %v", path, err)
			}
			found++
		})
		if found < 3 {
			t.Errorf("%s has %d files", dir, found)
		}
	}
}
