//go:build unix

package pgtest_test

import (
	"bytes"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"quartermaster/internal/pgtest"
)

// killedEnv tells a copy of this test program to play the killed test process.
const killedEnv = "PGTEST_PLAY_KILLED"

// TestKilledProcess is the body of the process that TestServerEndsWithItsProcess
// starts: it uses a database and dies without any clean-up.
// On its own it does nothing.
func TestKilledProcess(t *testing.T) {
	if os.Getenv(killedEnv) == "" {
		return
	}
	os.Stdout.WriteString(pgtest.URL(t) + "\n")
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

func TestServerEndsWithItsProcess(t *testing.T) {
	t.Parallel()
	pgtest.URL(t) // skips where there is no PostgreSQL
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledProcess$")
	child.Env = append(os.Environ(), killedEnv+"=1")
	// The supervisor keeps the standard error of the process open until it has
	// tidied up, and Run waits for that.
	var stdout, stderr bytes.Buffer
	child.Stdout, child.Stderr = &stdout, &stderr
	if err := child.Run(); err == nil || child.ProcessState.Exited() {
		t.Fatalf("the child was not killed: %v\n%s%s", err, &stdout, &stderr)
	}
	dir := socketDir(t, strings.TrimSpace(stdout.String()))
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the server's directory %s outlives the test process (stat: %v)", dir, err)
	}
}

func socketDir(t *testing.T, databaseURL string) string {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	dir := u.Query().Get("host")
	if dir == "" {
		t.Fatalf("the child printed %q, want the URL of a database on a socket", databaseURL)
	}
	return dir
}
