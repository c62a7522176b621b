package remotetest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"quartermaster/internal/remote"
)

// VSFTPD starts a real vsftpd whose anonymous user enters dir, a folder of its own in one of the test: plain, or with encryption forced
// and sessions of TLS that have to be taken up, from the first byte on where implicit is set. Its ports for data are the ten after that of
// the target. It skips the test where there is none, or without root.
func VSFTPD(t testing.TB, dir string, protocol remote.Protocol, implicit bool) remote.Target {
	t.Helper()
	program := find(t, "vsftpd", "vsftpd")
	if os.Geteuid() != 0 {
		t.Skip("vsftpd runs as root only")
	}
	giveToDaemon(t, dir)
	config, port := t.TempDir(), freePorts(t)
	certificate(t, filepath.Join(config, "both.pem"))
	if err := os.Mkdir(filepath.Join(config, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, config, "vsftpd.conf", fmt.Sprintf(`listen=YES
listen_address=127.0.0.1
listen_port=%[1]d
pasv_min_port=%[2]d
pasv_max_port=%[3]d
background=NO
seccomp_sandbox=NO
secure_chroot_dir=%[4]s/empty
anonymous_enable=YES
local_enable=NO
ftp_username=daemon
anon_root=%[5]s
anon_umask=022
anon_world_readable_only=NO
write_enable=YES
anon_upload_enable=YES
anon_mkdir_write_enable=YES
anon_other_write_enable=YES
force_dot_files=YES
max_per_ip=0
ssl_enable=%[6]s
implicit_ssl=%[7]s
allow_anon_ssl=YES
force_anon_logins_ssl=YES
force_anon_data_ssl=YES
require_ssl_reuse=YES
rsa_cert_file=%[4]s/both.pem
rsa_private_key_file=%[4]s/both.pem
`, port, port+1, port+10, config, filepath.Dir(dir), yes(protocol == remote.FTPS), yes(implicit)))
	start(t, port, exec.CommandContext(t.Context(), program, filepath.Join(config, "vsftpd.conf")))
	return remote.Target{
		Protocol: protocol, Host: "127.0.0.1", Port: port, Username: "anonymous", Password: Password, Dir: filepath.Base(dir),
		ImplicitTLS: implicit,
	}
}

func yes(b bool) string {
	if b {
		return "YES"
	}
	return "NO"
}

// certificate writes a new certificate, which it signs itself, with its key.
func certificate(t testing.TB, path string) {
	t.Helper()
	write(t, filepath.Dir(path), filepath.Base(path), string(selfSigned(t)))
}

// selfSigned returns a certificate and its private key as PEM.
func selfSigned(t testing.TB) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "another name"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{
		Type: "PRIVATE KEY", Bytes: private,
	})...)
}
