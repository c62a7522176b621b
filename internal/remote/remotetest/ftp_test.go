package remotetest_test

import (
	"io"
	"net"
	"net/textproto"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"quartermaster/internal/remote/remotetest"
)

// TestACommandThatIsCutOffDoesNothing: half a line is no command, whatever it would do.
func TestACommandThatIsCutOffDoesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	target := remotetest.FTP{Dir: dir}.Start(t)
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", net.JoinHostPort(target.Host, strconv.Itoa(target.Port)))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	text := textproto.NewConn(conn)
	for _, step := range []struct {
		command string
		code    int
	}{{"", 220}, {"USER " + target.Username, 331}, {"PASS " + target.Password, 230}, {"RNFR file", 350}} {
		if step.command != "" {
			if err := text.PrintfLine("%s", step.command); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := text.ReadResponse(step.code); err != nil {
			t.Fatalf("%s: %v", step.command, err)
		}
	}
	if _, err := io.WriteString(conn, "RNTO fi"); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.ReadAll(conn) // until the server has ended the session
	if _, err := os.Stat(filepath.Join(dir, "fi")); !os.IsNotExist(err) {
		t.Errorf("half a command was carried out: %v", err)
	}
}
