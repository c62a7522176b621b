//go:build unix

package remote_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"quartermaster/internal/hostiletest"
	"quartermaster/internal/remote"
)

// TestFoldersThatNeverStop: whatever is put into a folder of this machine, an operation on it ends, soon, and takes little memory.
func TestFoldersThatNeverStop(t *testing.T) {
	dir := t.TempDir()
	lay := func(err error) {
		t.Helper()
		if err != nil {
			t.Skip("this cannot be laid here: ", err)
		}
	}
	lay(os.WriteFile(filepath.Join(dir, "huge"), nil, 0o600))
	crowd := filepath.Join(dir, "crowd")
	lay(os.Mkdir(crowd, 0o755))
	for i := range 20_001 {
		lay(os.Link(filepath.Join(dir, "huge"), filepath.Join(crowd, fmt.Sprint(i))))
	}
	lay(os.Truncate(filepath.Join(dir, "huge"), 1<<40))
	lay(syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	lay(os.Symlink("pipe", filepath.Join(dir, "to the pipe")))
	lay(os.Symlink("/dev/zero", filepath.Join(dir, "zero")))
	lay(os.Symlink("circle", filepath.Join(dir, "circle")))
	lay(os.Symlink(".", filepath.Join(dir, "itself")))
	deep := strings.Repeat("itself/", 500) + "huge"

	server, err := remote.New(remote.Options{Folders: []string{dir}}).Open(t.Context(), remote.Target{Protocol: remote.Folder, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	list := func(ctx context.Context, p string) error { _, err := server.List(ctx, p); return err }
	fetch := func(ctx context.Context, p string) error { return read(ctx, server, p) }
	write := func(ctx context.Context, p string) error { return server.Write(ctx, p, strings.NewReader("text")) }
	for _, test := range []struct {
		name string
		do   func(ctx context.Context, p string) error
		path string
		want error
	}{
		{"a folder with too many files", list, "crowd", remote.ErrEndless},
		{"a folder that holds itself", list, "itself/itself", nil},
		{"a list of a pipe", list, "pipe", remote.ErrUnsupported},
		{"a link that leads in a circle", list, "circle", remote.ErrUnsupported},
		{"a file that is huge", fetch, "huge", errLarge},
		{"a pipe that nobody writes", fetch, "pipe", remote.ErrUnsupported},
		{"a link to a pipe", fetch, "to the pipe", remote.ErrUnsupported},
		{"a device that never ends", fetch, "zero", remote.ErrOutside},
		{"a file in a circle", fetch, "circle", remote.ErrUnsupported},
		{"a path of links", fetch, deep, remote.ErrUnsupported},
		{"a pipe that nobody reads", write, "pipe", remote.ErrUnsupported},
		{"a link to a pipe that nobody reads", write, "to the pipe", remote.ErrUnsupported},
		{"a device that takes all", write, "zero", remote.ErrOutside},
		{"a write in a circle", write, "circle", remote.ErrUnsupported},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := hostiletest.NewMeter()
			ctx, cancel := context.WithTimeout(t.Context(), hostiletest.Longest)
			defer cancel()
			ended := make(chan error, 1)
			go func() { ended <- test.do(ctx, test.path) }()
			select {
			case err := <-ended:
				if !errors.Is(err, test.want) {
					t.Errorf("%v, want %v", err, test.want)
				}
			case <-ctx.Done():
				t.Error("it does not end")
			}
			m.Check(t, test.name)
		})
	}
}
