package delivery_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/delivery"
	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
	"quartermaster/internal/store"
)

// server is a real server with its files in a folder.
type server struct {
	opener remote.Opener
	target remote.Target
	dir    string
}

// Open implements delivery.Places.
func (s server) Open(ctx context.Context, _ store.Scope) (delivery.Place, error) {
	conn, err := s.opener.Open(ctx, s.target)
	if err != nil {
		return nil, err
	}
	return place{conn, s.dir}, nil
}

// on lets an owner deliver to a server.
func (o *owner) on(s server) {
	o.config.Places = s
	o.Service = delivery.New(o.config)
}

// expectFiles compares the files of the server with those of the instance.
func (s server) expectFiles(t *testing.T, want map[string]string) {
	t.Helper()
	err := filepath.WalkDir(s.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name) //nolint:gosec // of the test
		rel, _ := filepath.Rel(s.dir, name)
		if rel = filepath.ToSlash(rel); string(text) != want[rel] {
			t.Errorf("%s has %q, want %q", rel, text, want[rel])
		}
		delete(want, rel)
		return err
	})
	if err != nil || len(want) > 0 {
		t.Errorf("missing: %v, %v", want, err)
	}
}

// TestDeliveriesToRealServers goes over SFTP and FTPS, through a proxy that cuts connections.
func TestDeliveriesToRealServers(t *testing.T) {
	t.Parallel()
	starts := map[string]func(t *testing.T, dir string) remote.Target{
		"SFTP": func(t *testing.T, dir string) remote.Target { return remotetest.OpenSSH(t, dir) },
		"FTPS": func(t *testing.T, dir string) remote.Target { return remotetest.VSFTPD(t, dir, remote.FTPS, false) },
	}
	for name, start := range starts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			o, s := newOwner(t), server{opener: remote.New(remote.Options{Private: true}), target: start(t, dir), dir: dir}
			o.on(s)
			o.succeeds(delivery.Options{})
			s.expectFiles(t, o.generated())
			if d := o.succeeds(delivery.Options{}); len(d.Files) > 0 {
				t.Errorf("what is unchanged was sent: %v", d.Files)
			}
			if name == "SFTP" {
				o.cut(s)
			}
		})
	}
}

// cut interrupts deliveries at several bytes. Those that have not even begun then are ordered again.
func (o *owner) cut(s server) {
	o.Helper()
	proxy := remotetest.NewProxy(o, s.target.Port)
	s.target.Host, s.target.Port = proxy.Host, proxy.Port
	o.on(s)
	for _, after := range []int64{4_000, 12_000, 18_000} {
		o.bring(mods, strings.Repeat("another note ", int(after)/1000))
		proxy.CutAfter(after)
		d, err := o.Deliver(o.Context(), o.scope, delivery.Options{}, func(int, int, string) {})
		proxy.Heal()
		if err != nil {
			d = o.deliver(delivery.Options{})
		}
		if d.Status != delivery.Done {
			o.Errorf("cut at %d: %s", after, d.Error)
		}
		s.expectFiles(o.T, o.generated())
	}
}
