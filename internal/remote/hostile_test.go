package remote_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/hostiletest"
	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
)

// patience is for one answer; nothing may take much longer in the end.
const patience = 2 * time.Second

// manner is a way in which a server never stops at a step. It returns when nobody listens any more.
type manner func(step string, to io.Writer)

// manners of servers that speak in lines.
func manners() map[string]manner {
	begun := func(rest string, rate int) manner {
		return func(step string, to io.Writer) {
			if !strings.HasPrefix(step, "the ") {
				_, _ = io.WriteString(to, "220-")
			}
			hostiletest.Repeat(to, rest, rate)
		}
	}
	return map[string]manner{
		"a line":            begun("x", 0),
		"lines":             begun("220-more\r\n", 0),
		"short lines":       begun("\r\n", 0),
		"entries":           begun("-rw-r--r-- 1 o g 1 Jan 1 15:04 x\r\n", 0),
		"a line that drips": begun("x", 50),
		"lines that drip":   begun("220-more\r\n", 1000),
	}
}

// tlsManners are those of servers that speak in lines over TLS: at a handshake they begin, and do not come to an end of it.
func tlsManners() map[string]manner {
	list := manners()
	for how, begun := range map[string]struct {
		head, rest string
		rate       int
	}{
		"TLS: a record that drips":   {"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc", "x", 50},
		"TLS: a message of messages": {"", "\x16\x03\x03\x00\x08\x02\xff\xff\xffxxxx", 0},
		"TLS: warnings":              {"", "\x15\x03\x03\x00\x02\x01\x5a", 0},
		"TLS: warnings that drip":    {"", "\x15\x03\x03\x00\x02\x01\x5a", 14},
	} {
		list[how] = func(step string, to io.Writer) {
			_, _ = io.WriteString(to, begun.head)
			hostiletest.Repeat(to, begun.rest, begun.rate)
		}
	}
	return list
}

// packetManners are those of servers of SFTP.
func packetManners() map[string]manner {
	name := string(binary.BigEndian.AppendUint32(nil, 1)) + "x" + strings.Repeat("\x00", 8)
	return map[string]manner{
		"bytes":           func(_ string, to io.Writer) { hostiletest.Repeat(to, "x", 0) },
		"bytes that drip": func(_ string, to io.Writer) { hostiletest.Repeat(to, "x", 50) },
		"packets": func(_ string, to io.Writer) {
			hostiletest.Repeat(to, string(remotetest.Packet(to, 101, 12))+strings.Repeat("\x00", 12), 0)
		},
		"a packet that drips": func(_ string, to io.Writer) {
			hostiletest.Repeat(to, string(remotetest.Packet(to, 103, 200<<10))+"x", 1000)
		},
		"names": func(_ string, to io.Writer) {
			const n = 5000
			packet := append(remotetest.Packet(to, 104, 4+n*len(name)), binary.BigEndian.AppendUint32(nil, n)...)
			_, _ = io.WriteString(to, string(packet)+strings.Repeat(name, n))
		},
	}
}

// everything does all that can be done with a server, until something fails.
func everything(ctx context.Context, target remote.Target) error {
	timeout := patience
	if ctx.Value(unhurried{}) != nil {
		timeout = 0
	}
	server, err := remote.New(remote.Options{Private: true, Timeout: timeout}).Open(ctx, target)
	if err != nil {
		return err
	}
	defer server.Close()
	for _, do := range []func() error{
		func() error { _, err := server.List(ctx, ""); return err },
		func() error { _, err := server.Stat(ctx, "file"); return err },
		func() error { return read(ctx, server, "file") },
		func() error { return server.Write(ctx, "dir/new", strings.NewReader("text")) },
		func() error { return server.Rename(ctx, "dir/new", "dir/old") },
		func() error { return server.Remove(ctx, "dir/old") },
	} {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

type unhurried struct{}

func read(ctx context.Context, server remote.Server, path string) error {
	content, err := server.Open(ctx, path, 0)
	if err != nil {
		return err
	}
	n, err := io.Copy(io.Discard, io.LimitReader(content, largest))
	if n == largest {
		err = errLarge
	}
	return errors.Join(err, content.Close())
}

// largest is the limit of whoever reads a file: what is in it is its own affair, and does not end here either.
const largest = 8 << 20

var errLarge = errors.New("the file is too large")

// hostile is a kind of servers.
type hostile struct {
	start   func(t *testing.T, instead remotetest.Instead) remote.Target
	manners map[string]manner
	only    string // how steps begin in which it differs from another one; empty: all
}

func hostiles() map[string]hostile {
	dir := func(t *testing.T) string {
		t.Helper()
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "file"), bytes.Repeat([]byte("text"), 100), 0o600); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	return map[string]hostile{
		"FTP": {func(t *testing.T, i remotetest.Instead) remote.Target {
			t.Helper()
			return remotetest.FTP{Dir: dir(t), Instead: i}.Start(t)
		}, manners(), ""},
		"FTPS": {func(t *testing.T, i remotetest.Instead) remote.Target {
			t.Helper()
			return remotetest.FTP{Dir: dir(t), TLS: true, Instead: i}.Start(t)
		}, tlsManners(), ""},
		"FTPS from the first byte on": {func(t *testing.T, i remotetest.Instead) remote.Target {
			t.Helper()
			return remotetest.FTP{Dir: dir(t), Implicit: true, Instead: i}.Start(t)
		}, tlsManners(), "the handshake"},
		"SFTP": {func(t *testing.T, i remotetest.Instead) remote.Target {
			t.Helper()
			return remotetest.SFTP{Dir: dir(t), Interactive: true, Instead: i}.Start(t)
		}, packetManners(), ""},
	}
}

// steps returns what a server is asked for in the course of everything, so that no step is forgotten.
func (h hostile) steps(t *testing.T) []string {
	t.Helper()
	var mu sync.Mutex
	seen := map[string]bool{}
	target := h.start(t, func(step string, _ io.Writer) bool {
		mu.Lock()
		defer mu.Unlock()
		seen[step] = true
		return false
	})
	if err := everything(context.WithValue(t.Context(), unhurried{}, true), target); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	return slices.Sorted(maps.Keys(seen))
}

// unanswered are steps that nobody waits for the answer of, and the removal of a file, after which the client of SFTP tries that of a
// folder.
var unanswered = map[string]bool{"QUIT": true, "packet 4": true, "packet 13": true}

// drips says whether a server takes its time: it fills no memory, and others can be tried meanwhile.
func drips(how string) bool {
	return strings.HasSuffix(how, " that drip") || strings.HasSuffix(how, " that drips")
}

// TestServersThatNeverStop: at whatever step a server goes on for ever, in whatever way, the work ends with that as its reason, after
// little time, and has taken little memory.
func TestServersThatNeverStop(t *testing.T) {
	for name, h := range hostiles() {
		t.Run(name, func(t *testing.T) {
			steps := h.steps(t)
			if len(steps) < 10 {
				t.Fatalf("steps: %q", steps)
			}
			dripping := hostiletest.NewMeter() // all of them together take less than one may
			var all sync.WaitGroup
			turns := make(chan struct{}, 64)
			h.each(steps, drips, func(step, how string) {
				turns <- struct{}{}
				all.Go(func() {
					defer func() { <-turns }()
					h.try(t, step, how, dripping)
				})
			})
			all.Wait()
			dripping.Check(t, "those that drip")
			h.each(steps, func(how string) bool { return !drips(how) }, func(step, how string) {
				m := hostiletest.NewMeter()
				h.try(t, step, how, m)
				m.Check(t, how+" at "+step)
			})
		})
	}
}

// each goes through the steps and some of the manners.
func (h hostile) each(steps []string, wanted func(how string) bool, try func(step, how string)) {
	for _, step := range steps {
		for how := range h.manners {
			if h.differs(step, how) && wanted(how) {
				try(step, how)
			}
		}
	}
}

// differs says whether a manner at a step is another one than those that are tried anyway.
func (h hostile) differs(step, how string) bool {
	handshakes := strings.HasPrefix(step, "the handshake")
	return !unanswered[step] && strings.HasPrefix(step, h.only) && strings.HasPrefix(how, "TLS: ") == handshakes
}

func (h hostile) try(t *testing.T, step, how string, m *hostiletest.Meter) {
	target := h.start(t, func(now string, to io.Writer) bool {
		if now == step {
			h.manners[how](step, answering{m.Through(to), to})
		}
		return now == step
	})
	ctx, cancel := context.WithTimeout(t.Context(), hostiletest.Longest)
	defer cancel()
	err := everything(ctx, target)
	if !errors.Is(err, remote.ErrEndless) && !errors.Is(err, errLarge) && (!breaks(step, how) || err == nil || ctx.Err() != nil) {
		t.Errorf("%s at %s: %v", how, step, err)
	}
}

// breaks says whether what comes is nothing of the protocol, so that the connection is given up at once.
func breaks(step, how string) bool {
	if step == "the version of SSH" || step == "the dialogue" || strings.HasPrefix(step, "the handshake") {
		return true
	}
	return strings.HasPrefix(step, "packet") && !strings.HasSuffix(how, "that drips") && (how != "names" || step != "packet 12")
}

// answering is what a server sends in answer to a request.
type answering struct {
	io.Writer
	asked io.Writer
}

// Number returns that of the request.
func (a answering) Number() []byte {
	if request, is := a.asked.(interface{ Number() []byte }); is {
		return request.Number()
	}
	return nil
}
