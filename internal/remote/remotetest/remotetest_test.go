package remotetest_test

import (
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
)

// echo starts a server that answers with what it was sent.
func echo(t *testing.T) int {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(conn, conn); conn.Close() }()
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

// send sends n bytes through the proxy and returns how many came back before the connection ended or was silent.
func send(t *testing.T, p *remotetest.Proxy, n int) (back int, err error) {
	t.Helper()
	return sendWithin(t, p, n, time.Minute)
}

func sendWithin(t *testing.T, p *remotetest.Proxy, n int, within time.Duration) (back int, err error) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", net.JoinHostPort(p.Host, strconv.Itoa(p.Port)))
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(within)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write(make([]byte, n)); err != nil {
		return 0, err
	}
	return io.ReadFull(conn, make([]byte, n))
}

func TestProxyInterruptsAtChosenBytes(t *testing.T) {
	t.Parallel()
	p := remotetest.NewProxy(t, echo(t))
	if back, err := send(t, p, 1000); back != 1000 || p.Passed() != 2000 {
		t.Fatalf("untouched: %d back, %v, %d passed", back, err, p.Passed())
	}
	p.CutAfter(1500)
	if back, err := send(t, p, 1000); err == nil || p.Passed() != 3500 {
		t.Errorf("cut: %d back, %v, %d passed", back, err, p.Passed())
	}
	if back, err := send(t, p, 1000); back != 1000 {
		t.Errorf("after the cut: %d back, %v", back, err)
	}
	p.LeaveAfter(0)
	for range 2 {
		if back, err := send(t, p, 1000); back != 0 || err == nil {
			t.Errorf("away: %d back, %v", back, err)
		}
	}
	p.Heal()
	p.StallAfter(1200)
	var timeout net.Error
	if back, err := sendWithin(t, p, 1000, time.Second); back != 200 || !errors.As(err, &timeout) {
		t.Errorf("stalled: %d back, %v", back, err)
	}
	p.Heal()
	p.Slow(2000)
	began := time.Now()
	if back, err := send(t, p, 1000); back != 1000 || time.Since(began) < 400*time.Millisecond {
		t.Errorf("slowed: %d back, %v, after %v", back, err, time.Since(began))
	}
}

// TestHalfACommandIsNone, as on real servers: a connection that is lost in the middle of one changes nothing.
func TestHalfACommandIsNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target := remotetest.FTP{Dir: dir}.Start(t)
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", net.JoinHostPort(target.Host, strconv.Itoa(target.Port)))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "MKD whole\r\nMKD ha"); err != nil {
		t.Fatal(err)
	}
	_ = conn.(*net.TCPConn).CloseWrite()
	_, _ = io.Copy(io.Discard, conn) // until the server has closed it
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "whole" {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestLiar(t *testing.T) {
	t.Parallel()
	ctx, root := t.Context(), t.TempDir()
	open := func(lies ...remotetest.Lie) remote.Server {
		wrap := func(s remote.Server) remote.Server {
			return remotetest.Liar{Server: s, Lies: lies, About: func(p string) bool { return !strings.HasSuffix(p, "true") }}
		}
		s, err := remotetest.Opening(remote.New(remote.Options{Folders: []string{root}}), wrap).Open(ctx,
			remote.Target{Protocol: remote.Folder, Dir: root})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	honest := open()
	read := func(s remote.Server, p string) string {
		content, err := s.Open(ctx, p, 0)
		if err != nil {
			return err.Error()
		}
		defer content.Close()
		text, err := io.ReadAll(content)
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	for _, name := range []string{"dir/File", "true"} {
		if err := honest.Write(ctx, name, strings.NewReader("12345678")); err != nil {
			t.Fatal(err)
		}
	}
	if e, _ := open(remotetest.WrongSize).Stat(ctx, "dir/File"); e.Size != 9 {
		t.Errorf("size %d", e.Size)
	}
	if e, _ := open(remotetest.WrongSize).Stat(ctx, "true"); e.Size != 8 {
		t.Errorf("size of what it tells the truth about: %d", e.Size)
	}
	if text := read(open(remotetest.Truncated), "dir/File"); text != "1234" {
		t.Errorf("truncated %q", text)
	}
	if text := read(open(remotetest.Altered), "dir/File"); text != "02345678" {
		t.Errorf("altered %q", text)
	}
	if text := read(open(remotetest.OtherCase), "DIR/fILE"); text != "12345678" {
		t.Errorf("in another letter case: %q", text)
	}
	if list, err := open(remotetest.OtherCase).List(ctx, "DIR"); err != nil || len(list) != 1 || list[0].Name != "file" {
		t.Errorf("listed %v, %v", list, err)
	}
	for lie, want := range map[remotetest.Lie]error{remotetest.Denied: remote.ErrDenied, remotetest.Lost: nil} {
		if err := open(lie).Write(ctx, "dir/File", strings.NewReader("new")); !errors.Is(err, want) {
			t.Errorf("lie %d: %v", lie, err)
		}
	}
	for lie, want := range map[remotetest.Lie]error{
		remotetest.Denied: remote.ErrDenied, remotetest.CannotReplace: remote.ErrUnsupported, remotetest.CannotRename: remote.ErrUnsupported,
	} {
		if err := open(lie).Rename(ctx, "true", "dir/File"); !errors.Is(err, want) {
			t.Errorf("lie %d: %v", lie, err)
		}
	}
	if text := read(honest, "dir/File"); text != "12345678" {
		t.Errorf("stored anyway: %q", text)
	}
	if err := open(remotetest.CannotReplace).Rename(ctx, "dir/File", "dir/Other"); err != nil {
		t.Error(err)
	}
	if err := open(remotetest.Full).Write(ctx, "dir/Other", strings.NewReader("abcd")); !errors.Is(err, remote.ErrFull) ||
		read(honest, "dir/Other") != "ab" {
		t.Errorf("full: %v, %q", err, read(honest, "dir/Other"))
	}
}
