//go:build unix

package cli

import (
	"bytes"
	"io/fs"
	"log/slog"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const wideOpen = "QM_CLI_TEST_WIDE_OPEN"

// TestDataArePrivateWhateverTheUmask runs the other half of itself in a process of its own, because the umask is one of the process.
func TestDataArePrivateWhateverTheUmask(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWithoutAnUmask$", "-test.v")
	cmd.Env = append(os.Environ(), wideOpen+"="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestWithoutAnUmask") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestWithoutAnUmask(t *testing.T) {
	if os.Getenv(wideOpen) == "" {
		t.Skip("runs in a process of its own, which TestDataArePrivateWhateverTheUmask starts")
	}
	syscall.Umask(0)
	p := place{dir: filepath.Join(os.Getenv(wideOpen), "deep", "data")}
	command(t, p.flags("user", "add", "--email", "o@example.org", "--name", "O", "--password", "correct-horse", "--plan", "platinum")...)
	wantPrivate(t, p.dir)
	token := command(t, p.flags("token", "new", "--email", "o@example.org")...)
	sid := command(t, p.flags("instance", "add", "--email", "o@example.org", "--name", "S", "--map", "enoch")...)
	running := p.serve(t)
	sendFile(t, "http://"+running.address+"/api/v1/instances/"+sid+"/files", token)
	if n := wantPrivate(t, p.dir); n < 6 {
		t.Errorf("%d files; want the database's three, the key, locks and what is stored", n)
	}
	backup := filepath.Join(os.Getenv(wideOpen), "copy.zip")
	command(t, p.flags("backup", "--out", backup)...)
	wantMode(t, backup, 0o600)
	running.stop()

	// What an earlier version has left wide open is mended at the next start; what is not ours is left alone.
	foreign := filepath.Join(p.dir, "notes.txt")
	if err := os.WriteFile(foreign, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	widen(t, p.dir)
	running = p.serve(t)
	wantMode(t, foreign, 0o666)
	if err := os.Chmod(foreign, 0o600); err != nil {
		t.Fatal(err)
	}
	wantPrivate(t, p.dir)
	running.stop()

	target := place{dir: filepath.Join(os.Getenv(wideOpen), "restored")}
	command(t, target.flags("restore", backup)...)
	wantPrivate(t, target.dir)
}

// sendFile imports a file that is stored then.
func sendFile(t *testing.T, url, token string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "notes.md")
	if err == nil {
		_, err = part.Write([]byte("hello"))
	}
	if err != nil || form.Close() != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, &body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", form.FormDataContentType())
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status)
	}
}

// wantPrivate checks the modes of all files and folders and returns how many files there are.
func wantPrivate(t *testing.T, dir string) (files int) {
	t.Helper()
	each(t, dir, func(path string, entry fs.DirEntry) {
		if entry.IsDir() {
			wantMode(t, path, 0o700)
			return
		}
		files++
		wantMode(t, path, 0o600)
	})
	return files
}

func wantMode(t *testing.T, path string, want fs.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != want {
		t.Errorf("%s has mode %o, want %o", path, got, want)
	}
}

func widen(t *testing.T, dir string) {
	t.Helper()
	each(t, dir, func(path string, entry fs.DirEntry) {
		mode := fs.FileMode(0o666)
		if entry.IsDir() {
			mode = 0o777
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	})
}

// each visits files that stay: those of a database that is being closed may go meanwhile.
func each(t *testing.T, dir string, visit func(path string, entry fs.DirEntry)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil {
			visit(path, entry)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A server on PostgreSQL starts before its data folder is there.
func TestNothingToKeepPrivate(t *testing.T) {
	t.Parallel()
	missing := dataFlags{Data: filepath.Join(t.TempDir(), "data")}
	if err := missing.keepPrivate(slog.New(slog.DiscardHandler)); err != nil {
		t.Error(err)
	}
}
