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
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
)

const (
	// most is how many bytes a hostile server may send, and fill.
	most = 32 << 20
	// patience is for one answer; nothing may take much longer in the end.
	patience = time.Second
)

// manner is a way in which a server never stops at a step. It returns when nobody listens any more.
type manner func(step string, to io.Writer)

// repeat sends a text without end, at a rate of bytes a second; 0: as fast as it goes.
func repeat(to io.Writer, text string, rate int) {
	if rate == 0 {
		text = strings.Repeat(text, 32<<10/len(text))
	}
	var pause time.Duration
	if rate > 0 {
		pause = time.Second * time.Duration(len(text)) / time.Duration(rate)
	}
	for {
		if _, err := io.WriteString(to, text); err != nil {
			return
		}
		time.Sleep(pause)
	}
}

// manners of servers that speak in lines.
func manners() map[string]manner {
	begun := func(rest string, rate int) manner {
		return func(step string, to io.Writer) {
			if !strings.HasPrefix(step, "the ") {
				_, _ = io.WriteString(to, "220-")
			}
			repeat(to, rest, rate)
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

// packetManners are those of servers of SFTP.
func packetManners() map[string]manner {
	name := string(binary.BigEndian.AppendUint32(nil, 1)) + "x" + strings.Repeat("\x00", 8)
	return map[string]manner{
		"bytes":           func(_ string, to io.Writer) { repeat(to, "x", 0) },
		"bytes that drip": func(_ string, to io.Writer) { repeat(to, "x", 50) },
		"packets": func(_ string, to io.Writer) {
			repeat(to, string(remotetest.Packet(to, 101, 12))+strings.Repeat("\x00", 12), 0)
		},
		"a packet that drips": func(_ string, to io.Writer) { repeat(to, string(remotetest.Packet(to, 103, 200<<10))+"x", 1000) },
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
		}, manners()},
		"SFTP": {func(t *testing.T, i remotetest.Instead) remote.Target {
			t.Helper()
			return remotetest.SFTP{Dir: dir(t), Interactive: true, Instead: i}.Start(t)
		}, packetManners()},
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

// unanswered are steps that nobody waits for the answer of, and the removal of a file, after which the client of SFTP tries that of a folder.
var unanswered = map[string]bool{"QUIT": true, "packet 4": true, "packet 13": true}

// TestServersThatNeverStop: at whatever step a server goes on for ever, in whatever way, the work ends with that as its reason, after
// little time, and has taken little memory.
func TestServersThatNeverStop(t *testing.T) {
	for name, h := range hostiles() {
		t.Run(name, func(t *testing.T) {
			steps := h.steps(t)
			if len(steps) < 10 {
				t.Fatalf("steps: %q", steps)
			}
			m := startMeter(t)
			var all sync.WaitGroup
			turns := make(chan struct{}, 16)
			for _, step := range steps {
				for how, never := range h.manners {
					if unanswered[step] {
						continue
					}
					turns <- struct{}{}
					all.Go(func() {
						defer func() { <-turns }()
						h.try(t, step, how, never)
					})
				}
			}
			all.Wait()
			if peak := m.stop(); peak > most {
				t.Errorf("%d MB of memory", peak>>20)
			}
		})
	}
}

func (h hostile) try(t *testing.T, step, how string, never manner) {
	var sent atomic.Int64
	target := h.start(t, func(now string, to io.Writer) bool {
		if now == step {
			never(step, counted{to, &sent})
		}
		return now == step
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := everything(ctx, target)
	if !errors.Is(err, remote.ErrEndless) && !errors.Is(err, errLarge) && (!breaks(step, how) || err == nil || ctx.Err() != nil) {
		t.Errorf("%s at %s: %v", how, step, err)
	}
	if n := sent.Load(); n > most {
		t.Errorf("%s at %s: %d MB were read", how, step, n>>20)
	}
}

// breaks says whether what comes is nothing of the protocol, so that the connection is given up at once.
func breaks(step, how string) bool {
	if step == "the version of SSH" || step == "the dialogue" {
		return true
	}
	return strings.HasPrefix(step, "packet") && !strings.HasSuffix(how, "that drips") && (how != "names" || step != "packet 12")
}

type counted struct {
	io.Writer
	n *atomic.Int64
}

// Number returns that of the request.
func (c counted) Number() []byte {
	if request, is := c.Writer.(interface{ Number() []byte }); is {
		return request.Number()
	}
	return nil
}

func (c counted) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.n.Add(int64(n))
	return n, err
}

// meter measures the memory that cannot be given back, beyond what was so before. What has been read and dropped does not count: how much of
// that lies about is the collector's choice.
type meter struct {
	ended chan struct{}
	peak  chan int64
}

func startMeter(t *testing.T) meter {
	t.Helper()
	m, before := meter{make(chan struct{}), make(chan int64)}, inUse()
	go func() {
		var peak int64
		for {
			peak = max(peak, inUse()-before)
			select {
			case <-m.ended:
				m.peak <- peak
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	return m
}

func (m meter) stop() int64 {
	close(m.ended)
	return <-m.peak
}

func inUse() int64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
