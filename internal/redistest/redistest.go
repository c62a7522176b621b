// Package redistest starts Redis servers for tests.
package redistest

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// patience is how long a server may take to start.
const patience = 2 * time.Minute

// Server is a Redis server of one test.
type Server struct {
	URL string

	t      testing.TB
	socket string
	cmd    *exec.Cmd
}

// Start returns a running, empty server that ends with the test. It skips the test where Redis is not installed.
func Start(t testing.TB) *Server {
	t.Helper()
	dir, err := os.MkdirTemp("", "redis") //nolint:usetesting // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, socket: filepath.Join(dir, "socket")}
	s.URL = "unix://" + s.socket
	t.Cleanup(func() { s.Stop(); _ = os.RemoveAll(dir) })
	s.Start()
	return s
}

// Start starts the server again, with nothing in it.
func (s *Server) Start() {
	s.t.Helper()
	program, err := exec.LookPath("redis-server")
	if err != nil {
		s.t.Skip("redis-server is not installed")
	}
	s.cmd = exec.CommandContext(context.Background(), program, "--port", "0", "--unixsocket", s.socket, "--save", "", "--appendonly", "no",
		"--dir", filepath.Dir(s.socket))
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.await()
}

func (s *Server) await() {
	s.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if c, err := new(net.Dialer).DialContext(context.Background(), "unix", s.socket); err == nil {
			_ = c.Close()
			return
		}
	}
	s.t.Fatal("the Redis server does not start")
}

// Stop kills the server; with it everything that it held is gone.
func (s *Server) Stop() {
	if s.cmd == nil || s.cmd.Process == nil {
		return
	}
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	s.cmd = nil
}
