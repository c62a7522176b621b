package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"time"

	"quartermaster/internal/remote"
)

// sshd is a server of SFTP on this machine.
type sshd struct {
	target remote.Target
	key    string // file of the private key
	stop   func()
}

// startSSHD starts OpenSSH's server for the user that runs the bench. Its files are in dir.
func startSSHD(ctx context.Context, dir string) (s sshd, err error) {
	for _, program := range []string{"/usr/sbin/sshd", "/usr/bin/sftp"} {
		if _, err := os.Stat(program); err != nil {
			return s, fmt.Errorf("%s is missing", program)
		}
	}
	who, err := user.Current()
	if err != nil {
		return s, err
	}
	if os.Geteuid() == 0 {
		_ = os.MkdirAll("/run/sshd", 0o755) // where it fails, sshd says so
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return s, err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	private, err := keyFiles(dir)
	if err != nil {
		return s, err
	}
	s.key = filepath.Join(dir, "key")
	s.target = remote.Target{Protocol: remote.SFTP, Host: "127.0.0.1", Port: port, Username: who.Username, PrivateKey: private}
	return s.start(ctx, dir)
}

// keyFiles makes the keys of the host and of the user, who are the same.
func keyFiles(dir string) (private string, err error) {
	if private, err = remote.MakeKey(); err != nil {
		return "", err
	}
	public, err := remote.PublicKey(private, "")
	if err != nil {
		return "", err
	}
	return private, errors.Join(os.WriteFile(filepath.Join(dir, "key"), []byte(private), 0o600), os.WriteFile(filepath.Join(dir, "authorized"),
		[]byte(public+"\n"), 0o600))
}

func (s sshd) start(ctx context.Context, dir string) (sshd, error) {
	config := filepath.Join(dir, "sshd.conf")
	text := fmt.Sprintf(`Port %d
ListenAddress 127.0.0.1
HostKey %[2]s/key
AuthorizedKeysFile %[2]s/authorized
PidFile none
UsePAM no
StrictModes no
PermitRootLogin yes
PasswordAuthentication no
LogLevel ERROR
Subsystem sftp internal-sftp
`, s.target.Port, dir)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return s, err
	}
	ctx, cancel := context.WithCancel(ctx)
	server := exec.CommandContext(ctx, "/usr/sbin/sshd", "-D", "-e", "-f", config)
	if err := server.Start(); err != nil {
		cancel()
		return s, err
	}
	s.stop = func() {
		cancel()
		_ = server.Wait() // it was killed
	}
	return s, s.awaited(ctx)
}

// awaited waits until the server answers.
func (s sshd) awaited(ctx context.Context) (err error) {
	for range 200 {
		var conn net.Conn
		if conn, err = new(net.Dialer).DialContext(ctx, "tcp", fmt.Sprint("127.0.0.1:", s.target.Port)); err == nil {
			return conn.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.stop()
	return fmt.Errorf("sshd does not answer: %w", err)
}
