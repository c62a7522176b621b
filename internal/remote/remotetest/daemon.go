package remotetest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"quartermaster/internal/remote"
)

// OpenSSH starts a real sshd whose user enters dir with a key, and which has all extensions of the protocol but those that are named. It
// skips the test where there is none.
func OpenSSH(t testing.TB, dir string, without ...string) remote.Target {
	t.Helper()
	program := find(t, "sshd", "openssh-server")
	private, public := keyPair(t)
	who, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		_ = os.MkdirAll("/run/sshd", 0o755) // where it fails, sshd says so
	}
	port, config := freePorts(t), t.TempDir()
	hostKey, _ := keyPair(t)
	write(t, config, "host", hostKey)
	write(t, config, "host_ecdsa", ecdsaKey(t))
	write(t, config, "authorized", public+"\n")
	write(t, config, "sshd.conf", fmt.Sprintf(`Port %d
ListenAddress 127.0.0.1
HostKey %[2]s/host
HostKey %[2]s/host_ecdsa
AuthorizedKeysFile %[2]s/authorized
PidFile none
UsePAM no
StrictModes no
PermitRootLogin yes
PasswordAuthentication no
MaxStartups 100
LogLevel ERROR
Subsystem sftp internal-sftp
ForceCommand internal-sftp %[3]s
`, port, config, denied(without)))
	start(t, port, exec.CommandContext(t.Context(), program, "-D", "-e", "-f", filepath.Join(config, "sshd.conf")))
	return remote.Target{Protocol: remote.SFTP, Host: "127.0.0.1", Port: port, Username: who.Username, PrivateKey: private, Dir: dir}
}

func keyPair(t testing.TB) (private, public string) {
	t.Helper()
	private, err := remote.MakeKey()
	if err == nil {
		public, err = remote.PublicKey(private, "")
	}
	if err != nil {
		t.Fatal(err)
	}
	return private, public
}

func ecdsaKey(t testing.TB) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(key, "")
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(block))
}

func denied(requests []string) string {
	if len(requests) == 0 {
		return ""
	}
	return "-P " + strings.Join(requests, ",")
}

// find returns the path of a program, or skips the test.
func find(t testing.TB, name, debian string) string {
	t.Helper()
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	path := filepath.Join("/usr/sbin", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is missing (Debian package %s)", name, debian)
	}
	return path
}

func write(t testing.TB, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// start runs a server that ends with the test, and waits for it to answer. It skips the test where the server does not run here.
func start(t testing.TB, port int, server *exec.Cmd) {
	t.Helper()
	var output output
	server.Stdout, server.Stderr = &output, &output
	if err := server.Start(); err != nil {
		t.Skipf("%s does not start: %v", server.Path, err)
	}
	var reason error
	ended := make(chan struct{})
	go func() {
		reason = server.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		<-ended // with the context of the test
	})
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			conn.Close()
			return
		}
		select {
		case <-ended:
			t.Skipf("%s does not run here: %v: %s", server.Path, reason, output.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
	t.Fatalf("%s does not answer: %s", server.Path, output.String())
}

// output is what a server prints.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return strings.TrimSpace(o.text.String())
}
