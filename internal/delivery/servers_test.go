package delivery_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/delivery"
	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// server is a real server behind a proxy, with its files in a folder.
type server struct {
	*remotetest.Proxy
	target  remote.Target
	dir     string
	inPlace bool          // it cannot replace files by a rename
	patient time.Duration // how long is waited for an answer; 0: as usual
}

// Open implements delivery.Places.
func (s *server) Open(ctx context.Context, _ store.Scope) (delivery.Place, error) {
	conn, err := remote.New(remote.Options{Private: true, Timeout: s.patient}).Open(ctx, s.target)
	if err != nil {
		return nil, err
	}
	return place{conn, s.dir}, nil
}

// on lets an owner deliver to a server.
func (o *owner) on(s *server) {
	o.config.Places = s
	o.Service = delivery.New(o.config)
}

// texts returns the files of the server.
func (s *server) texts(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{}
	err := filepath.WalkDir(s.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name) //nolint:gosec // of the test
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a temporary name that the server has just carried out the end of
		}
		rel, _ := filepath.Rel(s.dir, name)
		list[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// expect compares the files of the server, of which no others may be there.
func (s *server) expect(t *testing.T, want map[string]string) {
	t.Helper()
	got := s.texts(t)
	if maps.Equal(got, want) {
		return
	}
	for name, text := range got {
		if text != want[name] {
			t.Errorf("%s has %.80q, want %.80q", name, text, want[name])
		}
	}
	if len(got) < len(want) {
		t.Errorf("it has %d files, want %d", len(got), len(want))
	}
}

// disturbed is how many deliveries are interrupted on each sort of server: 200 in all.
var disturbed = map[string]int{
	"OpenSSH":                   32,
	"OpenSSH without replacing": 20,
	"SFTP":                      32,
	"SFTP without extensions":   28,
	"FTP of Windows":            20,
	"FTP without sizes":         20,
	"vsftpd":                    20,
	"vsftpd with TLS":           12,
	"ProFTPD with TLS":          8,
	"Pure-FTPd with TLS":        8,
}

// TestDisturbedConnections goes through a proxy that cuts, stalls and slows connections at bytes that are spread over the whole delivery.
// Every file of the server is the old one or the new one, nothing that was changed by hand is lost, and the next run completes.
func TestDisturbedConnections(t *testing.T) {
	t.Parallel()
	for name, deliveries := range disturbed {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, dir := remotetest.Services()[name], t.TempDir()
			s := &server{dir: dir, inPlace: service.NoReplace}
			s.Proxy, s.target = remotetest.Before(t, service.Start(t, dir))
			o := newOwner(t)
			o.on(s)
			o.succeeds(delivery.Options{})
			s.expect(t, o.expected)
			for i := range deliveries {
				o.change()
				o.disturb(s, i, delivering/deliveries)
				if t.Failed() {
					t.Fatalf("in the delivery %d", i)
				}
			}
		})
	}
}

// way is how the connections of a delivery are disturbed.
type way int

const (
	cutOnce way = iota // they are lost, and others can be opened
	cutOff             // none can be opened
	stalled            // nothing comes any more
	slowed             // little comes, and then they are lost
)

var ways = []way{cutOnce, cutOff, stalled, slowed, cutOff, cutOnce, cutOff, cutOnce}

// delivering is about how many bytes a delivery takes.
const delivering = 40_000

// disturb interrupts the i-th delivery after so many steps of bytes, and has the next one complete it. Every fifth time somebody has
// changed a file by hand before.
func (o *owner) disturb(s *server, i, step int) {
	o.Helper()
	old, fresh := s.texts(o.T), maps.Clone(o.expected)
	if i%5 == 0 {
		fresh[messages] = fmt.Sprint("by hand ", i)
		old[messages] = fresh[messages]
		if err := os.WriteFile(filepath.Join(s.dir, messages), []byte(fresh[messages]), 0o600); err != nil {
			o.Fatal(err)
		}
	}
	how := ways[i%len(ways)]
	s.fail(how, int64(200+i*step))
	d, err := o.Deliver(o.Context(), o.scope, delivery.Options{}, func(int, int, say.Message) {})
	s.Heal()
	s.patient = 0
	if err == nil && d.Status != delivery.Done && (how == cutOnce || how == slowed) {
		o.Errorf("connections that were lost once: %s", d.Error)
	}
	if !s.inPlace {
		o.oldOrNew(s.texts(o.T), old, fresh)
	}
	o.succeeds(delivery.Options{})
	s.expect(o.T, fresh)
	if i%5 == 0 {
		o.succeeds(delivery.Options{Prefer: delivery.Mine})
		s.expect(o.T, o.expected)
	}
}

func (s *server) fail(how way, after int64) {
	switch how {
	case cutOff:
		s.LeaveAfter(after)
	case stalled:
		s.patient = 50 * time.Millisecond
		s.StallAfter(after)
	case slowed:
		s.Slow(1 << 20) // a second
		fallthrough
	default:
		s.CutAfter(after)
	}
}

// oldOrNew expects every file that a server has to be one of two, but for those under temporary names.
func (o *owner) oldOrNew(got, old, fresh map[string]string) {
	o.Helper()
	for name, text := range got {
		if text != old[name] && text != fresh[name] && !strings.HasSuffix(name, ".tmp") {
			o.Errorf("%s has %.80q, which is neither %.80q nor %.80q", name, text, old[name], fresh[name])
		}
	}
	for name := range old {
		if _, is := got[name]; !is {
			o.Errorf("%s is gone", name)
		}
	}
}
