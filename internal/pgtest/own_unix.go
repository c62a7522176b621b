//go:build unix

package pgtest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Pause stops all processes of the server: it accepts connections and answers nothing.
func (s *Server) Pause() { s.signal(syscall.SIGSTOP) }

// Continue resumes them.
func (s *Server) Continue() { s.signal(syscall.SIGCONT) }

// Restart ends the server as a crash would and starts it again.
func (s *Server) Restart() {
	s.t.Helper()
	bin, err := findPrograms()
	if err != nil {
		s.t.Fatal(err)
	}
	account, err := serverAccount()
	if err != nil {
		s.t.Fatal(err)
	}
	data := filepath.Join(s.srv.dir, "data")
	cmd := exec.CommandContext(context.Background(), filepath.Join(bin, "pg_ctl"),
		"--pgdata="+data, "--log="+filepath.Join(s.srv.dir, "log"), "--mode=immediate", "--wait", "restart")
	cmd.Dir, cmd.SysProcAttr = s.srv.dir, &syscall.SysProcAttr{Credential: account}
	if err := cmd.Run(); err != nil {
		s.t.Fatalf("restart PostgreSQL: %v", err)
	}
}

// signal sends a signal to the server's first process and to its children.
func (s *Server) signal(number syscall.Signal) {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.srv.dir, "data", "postmaster.pid"))
	if errors.Is(err, fs.ErrNotExist) { // it does not run
		return
	}
	if err != nil {
		s.t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	for _, pid := range append([]string{first}, children(first)...) {
		if n, err := strconv.Atoi(pid); err == nil {
			_ = syscall.Kill(n, number) // one that has just ended needs none
		}
	}
}

// children returns the children of a process.
func children(pid string) (list []string) {
	found, _ := filepath.Glob("/proc/[0-9]*/stat") // elsewhere the first one has to do
	for _, path := range found {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == pid {
			list = append(list, filepath.Base(filepath.Dir(path)))
		}
	}
	return list
}
