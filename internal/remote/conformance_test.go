package remote_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
)

// open opens a target as a service does that allows everything.
func open(t *testing.T, target remote.Target) *remote.Connection {
	t.Helper()
	server, err := opener(target).Open(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return server
}

func opener(target remote.Target) remote.Opener {
	return remote.New(remote.Options{Private: true, Folders: []string{target.Dir}, Timeout: 10 * time.Second})
}

func TestServers(t *testing.T) {
	t.Parallel()
	for name, service := range remotetest.Services() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.Chmod(dir, 0o777); err != nil { // servers have users of their own
				t.Fatal(err)
			}
			s := suite{server: open(t, service.Start(t, dir)), service: service, dir: dir}
			t.Run("files come back as they were written", s.files)
			t.Run("entries", s.entries)
			t.Run("missing", s.missing)
			t.Run("rename", s.rename)
			t.Run("remove", s.remove)
			t.Run("names", s.names)
			t.Run("paths that lead out", s.outside)
			t.Run("at the same time", s.together)
			t.Run("ended contexts", s.ended)
		})
	}
}

type suite struct {
	server  *remote.Connection
	service remotetest.Service
	dir     string
}

func (s suite) write(t *testing.T, path, text string) {
	t.Helper()
	if err := s.server.Write(t.Context(), path, strings.NewReader(text)); err != nil {
		t.Fatalf("write %s: %v", path, err)
	}
}

func (s suite) read(t *testing.T, path string, offset int64) []byte {
	t.Helper()
	content, err := s.server.Open(t.Context(), path, offset)
	if err != nil {
		t.Fatalf("open %s: %v", path, err)
	}
	text, err := io.ReadAll(content)
	if err := errors.Join(err, content.Close()); err != nil {
		t.Fatalf("read %s: %v", path, err)
	}
	return text
}

func (s suite) files(t *testing.T) {
	for _, size := range []int{0, 1, 999, 32 << 10, 32<<10 + 1, 700_001} {
		path, content := fmt.Sprintf("files/%d.bin", size), noise(size)
		if err := s.server.Write(t.Context(), path, bytes.NewReader(content)); err != nil {
			t.Fatalf("write %d bytes: %v", size, err)
		}
		if stored, err := os.ReadFile(filepath.Join(s.dir, path)); err != nil || !bytes.Equal(stored, content) {
			t.Fatalf("%d bytes: stored %d, %v", size, len(stored), err)
		}
		if got := s.read(t, path, 0); !bytes.Equal(got, content) {
			t.Errorf("%d bytes: read %d", size, len(got))
		}
		if got := s.read(t, path, int64(size/2)); !bytes.Equal(got, content[size/2:]) {
			t.Errorf("%d bytes from the half on: read %d", size, len(got))
		}
	}
	s.write(t, "files/999.bin", "short")
	if got := s.read(t, "files/999.bin", 0); string(got) != "short" {
		t.Errorf("written again: %q", got)
	}
	content, err := s.server.Open(t.Context(), "files/700001.bin", 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(content, make([]byte, 10)); err != nil {
		t.Error(err)
	}
	content.Close() // of a file that was not read to its end
	if got := s.read(t, "files/1.bin", 0); len(got) != 1 {
		t.Errorf("read after that: %d bytes", len(got))
	}
}

// noise returns n bytes without a pattern that a wrong order of blocks would keep.
func noise(n int) []byte {
	b, x := make([]byte, n), uint32(2463534242)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x)
	}
	return b
}

func (s suite) entries(t *testing.T) {
	s.write(t, "entries/b file.txt", "12345")
	s.write(t, "entries/a/deep/file", "x")
	s.write(t, "entries/.hidden", "")
	got, err := s.server.List(t.Context(), "entries")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range got {
		names = append(names, fmt.Sprintf("%s %v %d", e.Name, e.Folder, e.Size))
		s.recent(t, e)
		same, err := s.server.Stat(t.Context(), "entries/"+e.Name)
		if err != nil || same.Name != e.Name || same.Folder != e.Folder || same.Size != e.Size {
			t.Errorf("%s: listed %+v, stat %+v, %v", e.Name, e, same, err)
		}
	}
	if want := []string{".hidden false 0", "a true 0", "b file.txt false 5"}; !slices.Equal(names, want) {
		t.Errorf("listed %q, want %q", names, want)
	}
	for _, root := range []string{"", "."} {
		if list, err := s.server.List(t.Context(),
			root); err != nil || !slices.ContainsFunc(list, func(e remote.Entry) bool { return e.Name == "entries" && e.Folder }) {
			t.Errorf("the folder %q itself: %v, %v", root, list, err)
		}
	}
	if e, err := s.server.Stat(t.Context(), "."); err != nil || !e.Folder {
		t.Errorf("the folder itself: %+v, %v", e, err)
	}
	if err := os.Mkdir(filepath.Join(s.dir, "entries", "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	if list, err := s.server.List(t.Context(), "entries/empty"); err != nil || len(list) > 0 {
		t.Errorf("an empty folder: %v, %v", list, err)
	}
}

func (s suite) recent(t *testing.T, e remote.Entry) {
	t.Helper()
	off := time.Since(e.Modified).Abs()
	if s.service.Vague {
		off = max(0, off-24*time.Hour)
	}
	if off > time.Minute {
		t.Errorf("%s was modified at %s", e.Name, e.Modified)
	}
}

func (s suite) missing(t *testing.T) {
	ctx := t.Context()
	s.write(t, "missing/file", "x")
	for _, path := range []string{"missing/none", "none/none", "missing/file/none"} {
		_, list := s.server.List(ctx, path)
		_, stat := s.server.Stat(ctx, path)
		for what, err := range map[string]error{
			"list": list, "stat": stat, "open": s.openError(t, path), "remove": s.server.Remove(ctx, path),
			"rename": s.server.Rename(ctx, path, "missing/new"),
		} {
			belowFile := path == "missing/file/none" // for which servers have many errors
			if err == nil || !belowFile && !errors.Is(err, remote.ErrNotFound) {
				t.Errorf("%s %s: %v", what, path, err)
			}
		}
	}
}

func (s suite) openError(t *testing.T, path string) error {
	content, err := s.server.Open(t.Context(), path, 0)
	if err == nil {
		content.Close()
	}
	return err
}

func (s suite) rename(t *testing.T) {
	ctx := t.Context()
	s.write(t, "rename/old", "old")
	s.write(t, "rename/new", "new")
	if err := s.server.Rename(ctx, "rename/new", "rename/free"); err != nil {
		t.Fatal(err)
	}
	err := s.server.Rename(ctx, "rename/free", "rename/old")
	if s.service.NoReplace {
		if !errors.Is(err, remote.ErrUnsupported) || string(s.read(t, "rename/old", 0)) != "old" || string(s.read(t, "rename/free", 0)) != "new" {
			t.Errorf("a server that cannot replace: %v", err)
		}
		return
	}
	if err != nil || string(s.read(t, "rename/old", 0)) != "new" {
		t.Errorf("replaced: %v", err)
	}
	if _, err := s.server.Stat(ctx, "rename/free"); !errors.Is(err, remote.ErrNotFound) {
		t.Errorf("the old name: %v", err)
	}
}

func (s suite) remove(t *testing.T) {
	s.write(t, "remove/dir/file", "x")
	if err := s.server.Remove(t.Context(), "remove/dir/file"); err != nil {
		t.Error(err)
	}
	if err := s.server.Remove(t.Context(), "remove/dir"); err == nil {
		t.Error("a folder was removed")
	}
	if list, err := s.server.List(t.Context(), "remove"); err != nil || len(list) != 1 {
		t.Errorf("left: %v, %v", list, err)
	}
}

func (s suite) names(t *testing.T) {
	for _, name := range []string{"with space", "names -la", "-la", "[brackets] & (so on)", "ünïcode", "quote'and\"", "100%", "~home"} {
		path := "names/" + name + "/" + name
		s.write(t, path, name)
		if got := s.read(t, path, 0); string(got) != name {
			t.Errorf("%q: read %q", name, got)
		}
		if list, err := s.server.List(t.Context(), "names/"+name); err != nil || len(list) != 1 || list[0].Name != name {
			t.Errorf("%q: listed %v, %v", name, list, err)
		}
		if e, err := s.server.Stat(t.Context(), path); err != nil || e.Size != int64(len(name)) {
			t.Errorf("%q: stat %+v, %v", name, e, err)
		}
	}
}

func (s suite) outside(t *testing.T) {
	ctx := t.Context()
	for path, want := range map[string]error{
		"..":          remote.ErrOutside,
		"../x":        remote.ErrOutside,
		"a/../../x":   remote.ErrOutside,
		"/etc/passwd": remote.ErrOutside,
		`..\x`:        remote.ErrOutside,
		"a\r\nDELE b": remote.ErrUnsupported,
		"a\x00b":      remote.ErrUnsupported,
	} {
		_, list := s.server.List(ctx, path)
		_, stat := s.server.Stat(ctx, path)
		for what, err := range map[string]error{
			"list":        list,
			"stat":        stat,
			"open":        s.openError(t, path),
			"write":       s.server.Write(ctx, path, strings.NewReader("x")),
			"remove":      s.server.Remove(ctx, path),
			"rename from": s.server.Rename(ctx, path, "x"),
			"rename to":   s.server.Rename(ctx, "x", path),
		} {
			if !errors.Is(err, want) {
				t.Errorf("%s %q: %v", what, path, err)
			}
		}
	}
}

func (s suite) together(t *testing.T) {
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			path, content := fmt.Sprintf("together/%d", i), noise(10_000*i)
			if err := s.server.Write(t.Context(), path, bytes.NewReader(content)); err != nil {
				t.Errorf("write %s: %v", path, err)
				return
			}
			reader, err := s.server.Open(t.Context(), path, 0)
			if err != nil {
				t.Errorf("open %s: %v", path, err)
				return
			}
			defer reader.Close()
			if got, err := io.ReadAll(reader); err != nil || !bytes.Equal(got, content) {
				t.Errorf("%s: read %d bytes, %v", path, len(got), err)
			}
			if _, err := s.server.Stat(t.Context(), path); err != nil {
				t.Errorf("stat %s: %v", path, err)
			}
		})
	}
	all.Wait()
	if list, err := s.server.List(t.Context(), "together"); err != nil || len(list) != 12 {
		t.Errorf("listed %d, %v", len(list), err)
	}
}

func (s suite) ended(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, list := s.server.List(ctx, ".")
	_, stat := s.server.Stat(ctx, ".")
	_, opened := s.server.Open(ctx, "files/1.bin", 0)
	for what, err := range map[string]error{
		"list": list, "stat": stat, "open": opened, "write": s.server.Write(ctx, "x", strings.NewReader("x")),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if got := s.read(t, "files/1.bin", 0); len(got) != 1 {
		t.Errorf("afterwards: %d bytes", len(got))
	}
}
