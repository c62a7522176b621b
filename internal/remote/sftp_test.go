package remote_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
)

// rsaPair returns the halves of a new key, the private one with a passphrase where that is not empty.
func rsaPair(t *testing.T, passphrase string) (private, public string) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(key, "")
	if passphrase != "" {
		block, err = ssh.MarshalPrivateKeyWithPassphrase(key, "", []byte(passphrase))
	}
	if err != nil {
		t.Fatal(err)
	}
	private = string(pem.EncodeToMemory(block))
	if public, err = remote.PublicKey(private, passphrase); err != nil {
		t.Fatal(err)
	}
	return private, public
}

func TestSignInWithKeys(t *testing.T) {
	t.Parallel()
	made, err := remote.MakeKey()
	if err != nil {
		t.Fatal(err)
	}
	madePublic, err := remote.PublicKey(made, "")
	if err != nil || !strings.HasPrefix(madePublic, "ssh-ed25519 ") {
		t.Fatalf("%q, %v", madePublic, err)
	}
	long, longPublic := rsaPair(t, "words")
	for name, c := range map[string]struct{ private, passphrase, public, want string }{
		"ed25519":             {made, "", madePublic, ""},
		"RSA, passphrase":     {long, "words", longPublic, ""},
		"another key":         {made, "", longPublic, "the server refused the key of owner"},
		"no passphrase":       {long, "", longPublic, "the passphrase of the private key is needed too"},
		"wrong passphrase":    {long, "other", longPublic, "the passphrase of the private key is wrong"},
		"public half":         {madePublic, "", madePublic, "the private half is needed"},
		"PuTTY":               {"PuTTY-User-Key-File-3: ssh-ed25519", "", madePublic, "PuTTYgen"},
		"no key":              {"secret text", "", madePublic, "no private key"},
		"unneeded passphrase": {made, "words", madePublic, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			target := remotetest.SFTP{Dir: t.TempDir(), Key: c.public}.Start(t)
			target.Password, target.PrivateKey, target.Passphrase = "", c.private, c.passphrase
			server, err := opener(target).Open(t.Context(), target)
			if c.want == "" && err == nil {
				server.Close()
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret text") {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestSignInWithPasswords(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		server remotetest.SFTP
		change func(*remote.Target)
		want   string
	}{
		"dialogue": {remotetest.SFTP{Interactive: true}, func(*remote.Target) {}, ""},
		"wrong": {
			remotetest.SFTP{}, func(t *remote.Target) { t.Password = "wrong-one" }, "the server refused the password of owner",
		},
		"wrong in dialogue": {
			remotetest.SFTP{Interactive: true}, func(t *remote.Target) { t.Password = "wrong-one" }, "the server refused the password of owner",
		},
		"keys only":        {remotetest.SFTP{Key: "ssh-ed25519 x"}, func(*remote.Target) {}, "takes no password of owner, only a key"},
		"folder not there": {remotetest.SFTP{}, func(t *remote.Target) { t.Dir += "/none" }, "not found"},
		"another port":     {remotetest.SFTP{}, func(t *remote.Target) { t.Port = 1 }, "no server answers at 127.0.0.1:1"},
		"no such host":     {remotetest.SFTP{}, func(t *remote.Target) { t.Host = "nowhere.invalid" }, "nowhere.invalid"},
		"without a host":   {remotetest.SFTP{}, func(t *remote.Target) { t.Host = "" }, "no host"},
		"unknown protocol": {remotetest.SFTP{}, func(t *remote.Target) { t.Protocol = "scp" }, `no protocol "scp"`},
		"cloud credentials": {
			remotetest.SFTP{}, func(t *remote.Target) { t.Host = "169.254.169.254" }, "no game server has an address like that",
		},
		"an unspecified one": {remotetest.SFTP{}, func(t *remote.Target) { t.Host = "0.0.0.0" }, "no game server has an address like that"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.server.Dir = t.TempDir()
			target := c.server.Start(t)
			c.change(&target)
			server, err := opener(target).Open(t.Context(), target)
			if c.want == "" && err == nil {
				server.Close()
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), target.Password) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestPrivateTargetsAreDialledOnlyIfAllowed(t *testing.T) {
	t.Parallel()
	target := remotetest.SFTP{Dir: t.TempDir()}.Start(t)
	for _, host := range []string{"127.0.0.1", "localhost", "::ffff:127.0.0.1"} {
		target.Host = host
		if _, err := remote.New(remote.Options{}).Open(t.Context(), target); !errors.Is(err, remote.ErrDenied) {
			t.Errorf("%s: %v", host, err)
		}
	}
}

func TestHostKeysArePinned(t *testing.T) {
	t.Parallel()
	target := remotetest.OpenSSH(t, t.TempDir())
	shown := open(t, target).Fingerprint
	if !strings.HasPrefix(shown, "SHA256:") {
		t.Fatalf("fingerprint %q", shown)
	}
	target.Pinned = shown
	if again := open(t, target).Fingerprint; again != shown {
		t.Errorf("with the pinned key: %s", again)
	}
	target.Pinned = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	_, err := opener(target).Open(t.Context(), target)
	var pin *remote.PinError
	if !errors.As(err, &pin) || pin.Shown != shown || pin.Pinned != target.Pinned {
		t.Errorf("with another key: %v", err)
	}
}

// TestAnyHostKeyOfAServerMayBePinned: a server has keys of several kinds, and owners find the fingerprints of all of them.
func TestAnyHostKeyOfAServerMayBePinned(t *testing.T) {
	t.Parallel()
	target := remotetest.OpenSSH(t, t.TempDir())
	seen := map[string]bool{}
	for _, kind := range []string{ssh.KeyAlgoED25519, ssh.KeyAlgoECDSA256} {
		target.Pinned = hostKey(t, target, kind)
		if got := open(t, target).Fingerprint; got != target.Pinned {
			t.Errorf("%s: %s, want %s", kind, got, target.Pinned)
		}
		seen[target.Pinned] = true
		wrong := target
		wrong.PrivateKey, _ = rsaPair(t, "")
		if _, err := opener(target).Open(t.Context(), wrong); !errors.Is(err, remote.ErrDenied) {
			t.Errorf("%s, signing in with another key: %v", kind, err)
		}
	}
	if len(seen) != 2 {
		t.Errorf("%d host keys", len(seen))
	}
}

// hostKey returns the fingerprint of a server's host key of one kind.
func hostKey(t *testing.T, target remote.Target, kind string) (fingerprint string) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", net.JoinHostPort(target.Host, strconv.Itoa(target.Port)))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _, _, _ = ssh.NewClientConn(conn, "", &ssh.ClientConfig{ // which does not sign in
		HostKeyAlgorithms: []string{kind},
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			fingerprint = ssh.FingerprintSHA256(key)
			return nil
		},
	})
	return fingerprint
}

// TestInterruptedConnections: whatever byte a connection breaks off at, reading returns all or an error, and nothing waits for ever.
func TestInterruptedConnections(t *testing.T) {
	t.Parallel()
	target := remotetest.SFTP{Dir: t.TempDir()}.Start(t)
	content := string(noise(100_000))
	if err := open(t, target).Write(t.Context(), "file", strings.NewReader(content)); err != nil {
		t.Fatal(err)
	}
	p := remotetest.NewProxy(t, target.Port)
	target.Host, target.Port = p.Host, p.Port
	begin := p.Passed()
	if text, err := fetch(t, target, "file"); err != nil || text != content {
		t.Fatalf("untouched: %d bytes, %v", len(text), err)
	}
	total := p.Passed() - begin
	for at := int64(1); at < total-2000; at += total / 15 { // the last bytes say goodbye
		p.CutAfter(at)
		if text, err := fetch(t, target, "file"); !errors.Is(err, remote.ErrLost) {
			t.Errorf("cut at %d of %d: read %d bytes, %v", at, total, len(text), err)
		}
	}
	p.Heal()
	server := open(t, target)
	p.StallAfter(10)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, err := server.Stat(ctx, "file"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("stalled until the context ended: %v", err)
	}
	if _, err := server.Stat(t.Context(), "file"); !errors.Is(err, remote.ErrLost) {
		t.Errorf("afterwards: %v", err)
	}
}

func TestServersThatDoNotAnswer(t *testing.T) {
	t.Parallel()
	target := remotetest.SFTP{Dir: t.TempDir()}.Start(t)
	p := remotetest.NewProxy(t, target.Port)
	target.Host, target.Port = p.Host, p.Port
	impatient := remote.New(remote.Options{Private: true, Timeout: 100 * time.Millisecond})
	for _, after := range []int64{0, 1500} {
		p.StallAfter(after)
		if _, err := impatient.Open(t.Context(), target); !errors.Is(err, remote.ErrLost) || !strings.Contains(err.Error(), "does not answer") {
			t.Errorf("stalled after %d bytes: %v", after, err)
		}
		p.Heal()
	}
}

// fetch connects, and reads a file.
func fetch(t *testing.T, target remote.Target, path string) (string, error) {
	t.Helper()
	server, err := opener(target).Open(t.Context(), target)
	if err != nil {
		return "", err
	}
	defer server.Close()
	content, err := server.Open(t.Context(), path, 0)
	if err != nil {
		return "", err
	}
	defer content.Close()
	text, err := io.ReadAll(content)
	return string(text), err
}
