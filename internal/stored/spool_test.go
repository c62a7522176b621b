package stored_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/stored"
)

// A spool is stored like any other file, and can be read as well.
func TestSpool(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		text := strings.Repeat("loot\n", 100_000)
		spool, err := w.Spool(stored.Generate, "mission/types.xml", func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		defer spool.Close()
		w.keep(t, spool.File)
		file := w.files(t, w.scope.UserID)["generate types.xml"]
		if w.content(t, file) != text || file.SHA256 != spool.File.SHA256() || file.Size != spool.Size() {
			t.Errorf("stored as %d bytes, %s", file.Size, file.SHA256)
		}
		if content, err := io.ReadAll(spool); err != nil || string(content) != text {
			t.Errorf("reads %d bytes, %v", len(content), err)
		}
	})
}

func TestASpoolLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	w := stored.New(nil, nil, nil, time.Now)
	dir := filepath.Join(t.TempDir(), "temporary")
	for range 2 {
		if err := w.SpoolIn(dir); err != nil {
			t.Fatal(err)
		}
		spool, err := w.Spool(stored.Generate, "a.zip", func(io.Writer) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if err := spool.Close(); err != nil {
			t.Error(err)
		}
		broken := errors.New("broken")
		if _, err := w.Spool(stored.Generate, "a.zip", func(io.Writer) error { return broken }); !errors.Is(err, broken) {
			t.Errorf("a failed write gave %v", err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
		if err := os.WriteFile(filepath.Join(dir, "quartermaster-1"), nil, 0o600); err != nil { // as a crash might leave it
			t.Fatal(err)
		}
	}
}
