// Package s3test starts S3 servers for tests.
package s3test

import (
	"context"
	"errors"
	"net"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"quartermaster/internal/remote/remotetest"
)

// What opens the bucket of a test.
const (
	Key    = "quartermaster"
	Secret = "only for tests"
	bucket = "test"
)

// patience is how long a server may take to start.
const patience = 2 * time.Minute

// InMemory starts a server in this process and returns its URL. It ends with the test.
func InMemory(t testing.TB) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket(bucket); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return server.URL
}

// Start starts versitygw, a server on a folder, and where it is missing a server in this process. It ends with the test.
func Start(t testing.TB) string {
	t.Helper()
	if program() == "" {
		t.Log("versitygw, an S3 server, is not installed: the bucket is in memory")
		return InMemory(t)
	}
	return Gateway(t)
}

// program returns the path of versitygw: that which scripts/test-setup.sh has built, or else one that is installed. It is empty where there
// is neither.
func program() string {
	if cache, err := os.UserCacheDir(); err == nil {
		built := filepath.Join(cache, "quartermaster", "versitygw")
		if _, err := os.Stat(built); err == nil {
			return built
		}
	}
	path, _ := exec.LookPath("versitygw")
	return path
}

// Gateway starts versitygw and returns its URL. It ends with the test, and skips it where there is no such program.
func Gateway(t testing.TB) string {
	t.Helper()
	program := program()
	if program == "" {
		t.Skip("versitygw, an S3 server, is not installed")
	}
	root := t.TempDir()
	data, side := filepath.Join(root, "data"), filepath.Join(root, "side")
	if err := errors.Join(os.MkdirAll(filepath.Join(data, bucket), 0o700), os.Mkdir(side, 0o700)); err != nil {
		t.Fatal(err)
	}
	host := remotetest.UnusedAddress(t)
	cmd := exec.CommandContext(context.Background(), program, "--port", host, "posix", "--sidecar", side, data)
	cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+Key, "ROOT_SECRET_KEY="+Secret)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if c, err := new(net.Dialer).DialContext(context.Background(), "tcp", host); err == nil {
			_ = c.Close()
			return "http://" + host
		}
	}
	t.Fatal("versitygw does not answer")
	return ""
}

// Address is that of a folder in the bucket of a server.
func Address(server, folder string) string {
	return "s3://" + bucket + "/" + folder + "?region=us-east-1&endpoint=" + url.QueryEscape(server)
}
