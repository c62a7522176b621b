package remote_test

import (
	"errors"
	"strings"
	"testing"

	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
)

func TestSignInToFTP(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		server remotetest.FTP
		change func(*remote.Target)
		want   string
		is     error
	}{
		"wrong password": {
			remotetest.FTP{},
			func(t *remote.Target) { t.Password = "wrong-one" },
			"the server refused the password of owner (it says: Login incorrect)", remote.ErrDenied,
		},
		"repeated password": {
			remotetest.FTP{Talkative: true}, func(t *remote.Target) { t.Password = "wrong-one" }, "Login incorrect: ***", remote.ErrDenied,
		},
		"no encryption": {remotetest.FTP{}, func(t *remote.Target) { t.Protocol = remote.FTPS }, "offers no encryption", nil},
		"no implicit one": {
			remotetest.FTP{}, func(t *remote.Target) { t.Protocol, t.ImplicitTLS = remote.FTPS, true }, "is no FTPS server", nil,
		},
		"folder not there":  {remotetest.FTP{}, func(t *remote.Target) { t.Dir = "/none" }, "/none: not found", remote.ErrNotFound},
		"another port":      {remotetest.FTP{}, func(t *remote.Target) { t.Port = 1 }, "no server answers at 127.0.0.1:1", nil},
		"the SFTP protocol": {remotetest.FTP{}, func(t *remote.Target) { t.Protocol = remote.SFTP }, "is no SFTP server", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.server.Dir = t.TempDir()
			target := c.server.Start(t)
			c.change(&target)
			_, err := opener(target).Open(t.Context(), target)
			if err == nil || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) ||
				strings.Contains(err.Error(), target.Password) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestSFTPIsNoFTP(t *testing.T) {
	t.Parallel()
	target := remotetest.SFTP{Dir: t.TempDir()}.Start(t)
	target.Protocol = remote.FTP
	if _, err := opener(target).Open(t.Context(), target); err == nil || !strings.Contains(err.Error(), "is no FTP server") {
		t.Errorf("%v", err)
	}
}

func TestFTPServersWithoutRoomSaySo(t *testing.T) {
	t.Parallel()
	server := open(t, remotetest.FTP{Dir: t.TempDir(), Full: true}.Start(t))
	for _, path := range []string{"file", "dir/file"} {
		if err := server.Write(t.Context(), path, strings.NewReader("text")); !errors.Is(err, remote.ErrFull) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestCertificatesArePinned(t *testing.T) {
	t.Parallel()
	target := remotetest.VSFTPD(t, t.TempDir(), remote.FTPS, false)
	shown := open(t, target).Fingerprint
	if len(shown) != len("SHA256:")+32*3-1 {
		t.Fatalf("fingerprint %q", shown)
	}
	target.Pinned = shown
	if again := open(t, target).Fingerprint; again != shown {
		t.Errorf("with the pinned certificate: %s", again)
	}
	target.Pinned = "SHA256:00"
	_, err := opener(target).Open(t.Context(), target)
	var pin *remote.PinError
	if !errors.As(err, &pin) || pin.Shown != shown || pin.Pinned != target.Pinned {
		t.Errorf("with another certificate: %v", err)
	}
}

// TestInterruptedFTPS: a file that breaks off on the connection for data or for commands is never taken for a whole one.
func TestInterruptedFTPS(t *testing.T) {
	t.Parallel()
	target := remotetest.VSFTPD(t, t.TempDir(), remote.FTPS, false)
	content := string(noise(100_000))
	if err := open(t, target).Write(t.Context(), "file", strings.NewReader(content)); err != nil {
		t.Fatal(err)
	}
	p, target := remotetest.Before(t, target)
	if text, err := fetch(t, target, "file"); err != nil || text != content {
		t.Fatalf("untouched: %d bytes, %v", len(text), err)
	}
	total := p.Passed()
	for at := int64(100); at < total; at += total / 12 {
		p.CutAfter(at)
		if text, err := fetch(t, target,
			"file"); err == nil && text != content || err != nil && strings.Contains(err.Error(), remotetest.Password) {
			t.Errorf("cut at %d of %d: read %d bytes, %v", at, total, len(text), err)
		}
		p.Heal()
	}
	p.CutAfter(total / 2)
	if err := writeAll(t, target, content+content); err == nil {
		t.Error("an upload that broke off was taken for a whole one")
	}
	p.Heal()
	if err := writeAll(t, target, content+content); err != nil {
		t.Error(err)
	}
}

// writeAll connects, and writes a file.
func writeAll(t *testing.T, target remote.Target, text string) error {
	t.Helper()
	server, err := opener(target).Open(t.Context(), target)
	if err != nil {
		return err
	}
	defer server.Close()
	return server.Write(t.Context(), "file", strings.NewReader(text))
}
