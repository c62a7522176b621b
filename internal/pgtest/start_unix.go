//go:build unix

package pgtest

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"syscall"
)

// supervise runs the server for as long as its standard input is open. The test
// process holds the other end, so the server stops and its directory goes away
// even when the test process is killed.
//
//go:embed supervise.sh
var supervise string

// start makes a server in a new temporary directory and waits until it answers.
func start() (*server, error) {
	bin, err := findPrograms()
	if err != nil {
		return nil, err
	}
	account, err := serverAccount()
	if err != nil {
		return nil, err
	}
	dir, err := makeDir(account)
	if err != nil {
		return nil, err
	}
	halt, err := launch(bin, dir, account)
	if err != nil {
		return nil, err
	}
	return newServer(dir, halt)
}

// serverAccount returns the account to run the server as, nil for our own.
// PostgreSQL refuses to run as root, so root needs another one.
func serverAccount() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("%w: root needs an account to run it as: %w", errUnavailable, err)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("user id of %s: %w", u.Username, err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("group id of %s: %w", u.Username, err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// memory is a folder of Linux that is kept in memory: databases are hundreds of files each, and made for every test.
const memory = "/dev/shm"

// enough is the room that servers of tests may want there, in bytes.
const enough = 4 << 30

// makeDir makes the server's folder, in memory where there is enough of it. The account may not be allowed into the TMPDIR of root.
func makeDir(account *syscall.Credential) (string, error) {
	parent := ""
	if account != nil {
		parent = "/tmp"
	}
	var room syscall.Statfs_t
	if err := syscall.Statfs(memory, &room); err == nil && float64(room.Bavail)*float64(room.Bsize) >= enough {
		parent = memory
	}
	dir, err := os.MkdirTemp(parent, "pgtest-")
	if err != nil || account == nil {
		return dir, err
	}
	return dir, os.Chown(dir, int(account.Uid), int(account.Gid))
}

// launch starts the supervisor and returns when the server accepts connections.
// The returned function stops both and waits for them.
func launch(bin, dir string, account *syscall.Credential) (halt func() error, err error) {
	// The server outlives the test that asks for it first.
	cmd := exec.CommandContext(context.Background(), "/bin/sh", "-c", supervise, "pgtest", bin, dir)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "QM_TEST_CLUSTERS=" + os.Getenv("QM_TEST_CLUSTERS")}
	cmd.Stderr = os.Stderr
	// A process group of its own keeps the interrupt key away from the server:
	// the supervisor would die before it could tidy up.
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: account, Setpgid: true}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if err := awaitReady(stdout); err != nil {
		_ = cmd.Wait() // its exit status says no more than err
		return nil, err
	}
	return func() error {
		_ = stdin.Close() // the supervisor may have ended by itself
		return cmd.Wait()
	}, nil
}

// awaitReady reads until the supervisor reports "ready"; it closes its standard
// output after that, or after the server's log when the start has failed.
func awaitReady(stdout io.Reader) error {
	output, err := io.ReadAll(stdout)
	if err != nil {
		return err
	}
	if text := strings.TrimSpace(string(output)); text != "ready" {
		return fmt.Errorf("the server did not start:\n%s", text)
	}
	return nil
}
