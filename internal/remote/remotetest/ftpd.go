package remotetest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"testing"

	"quartermaster/internal/remote"
)

// hash is the Password, as crypt(3) stores it.
const hash = "$6$quartermaster$v5LTTmakjoGJWba1joQWnC/i5NFW9TVm7L6A2/3Jof9vrOMvnp3qIwwdV59Mtv721D4J/OrnNsK5FAHihBLPn/"

// unpacked returns the folder into which scripts/test-setup.sh has unpacked servers that cannot be installed beside one another, and a
// program in it. It skips the test where there is none, or without root.
func unpacked(t testing.TB, program string) (root, path string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip(program + " is started as root only")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("there is no folder for unpacked servers: ", err)
	}
	root = filepath.Join(cache, "quartermaster", "ftpd")
	path = filepath.Join(root, "usr", program)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is missing (scripts/test-setup.sh unpacks it)", program)
	}
	return root, path
}

// command runs a program of the folder with its libraries.
func command(t testing.TB, root, path string, arguments ...string) *exec.Cmd {
	t.Helper()
	libraries, err := filepath.Glob(filepath.Join(root, "usr", "lib", "*-linux-*"))
	if err != nil || len(libraries) == 0 {
		t.Skip("the servers' libraries are missing")
	}
	cmd := exec.CommandContext(t.Context(), path, arguments...)
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+libraries[0])
	return cmd
}

// proFTPD starts a real ProFTPD with encryption forced, whose user enters dir. It skips the test where there is none.
func proFTPD(t testing.TB, dir string) remote.Target {
	t.Helper()
	root, program := unpacked(t, "sbin/proftpd")
	account := giveToDaemon(t, dir)
	config, port := t.TempDir(), freePorts(t)
	certificate(t, filepath.Join(config, "both.pem"))
	write(t, config, "users", fmt.Sprintf("%s:%s:%s:%s::%s:/bin/false\n", Username, hash, account.Uid, account.Gid, dir))
	write(t, config, "proftpd.conf", fmt.Sprintf(`ModulePath %[1]s/usr/lib/proftpd
LoadModule mod_tls.c
ServerName test
ServerType standalone
DefaultAddress 127.0.0.1
SocketBindTight on
UseIPv6 off
Port %[2]d
PassivePorts %[3]d %[4]d
User daemon
Group daemon
AuthUserFile %[5]s/users
AuthOrder mod_auth_file.c
RequireValidShell off
PidFile %[5]s/pid
ScoreboardFile %[5]s/scoreboard
SystemLog %[5]s/log
TransferLog none
WtmpLog off
UseReverseDNS off
AllowOverwrite on
TLSEngine on
TLSRequired on
TLSECCertificateFile %[5]s/both.pem
TLSECCertificateKeyFile %[5]s/both.pem
`, root, port, port+1, port+10, config))
	start(t, port, command(t, root, program, "-n", "-c", filepath.Join(config, "proftpd.conf")))
	return remote.Target{Protocol: remote.FTPS, Host: "127.0.0.1", Port: port, Username: Username, Password: Password, Dir: dir}
}

// pureFTPd starts a real Pure-FTPd with encryption forced, whose user enters dir. It skips the test where there is none.
func pureFTPd(t testing.TB, dir string) remote.Target {
	t.Helper()
	root, program := unpacked(t, "sbin/pure-ftpd")
	account := giveToDaemon(t, dir)
	config, port := t.TempDir(), freePorts(t)
	certificate(t, filepath.Join(config, "both.pem"))
	write(t, config, "users", fmt.Sprintf("%s:%s:%s:%s::%s/./::::::::::::\n", Username, hash, account.Uid, account.Gid, dir))
	database := filepath.Join(config, "users.pdb")
	if out, err := command(t, root, filepath.Join(root, "usr/bin/pure-pw"), "mkdb", database, "-f", filepath.Join(config,
		"users")).CombinedOutput(); err != nil {
		t.Skipf("pure-pw does not run here: %v: %s", err, out)
	}
	start(t, port,
		command(t, root, program, "-S", fmt.Sprintf("127.0.0.1,%d", port), "-p", fmt.Sprintf("%d:%d", port+1, port+10), "-l", "puredb:"+database,
			"-u", "1", "-H", "-C", "200", "-c", "200", "-Y", "2", "-2", filepath.Join(config, "both.pem"), "-g", filepath.Join(config, "pid")))
	return remote.Target{Protocol: remote.FTPS, Host: "127.0.0.1", Port: port, Username: Username, Password: Password}
}

// giveToDaemon gives a folder of a test to the user daemon, as whom servers serve their own users, and lets that user reach it.
func giveToDaemon(t testing.TB, dir string) *user.User {
	t.Helper()
	who, err := user.Lookup("daemon")
	if err != nil {
		t.Skip("there is no user daemon: ", err)
	}
	if out, err := exec.CommandContext(t.Context(), "chown", "daemon", dir).CombinedOutput(); err != nil {
		t.Skipf("a folder cannot be given to another user: %v: %s", err, out)
	}
	_ = os.Chmod(filepath.Dir(dir), 0o755) // of the test; where it fails, the server says so
	return who
}
