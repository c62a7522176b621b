package blob_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/blob"
	"quartermaster/internal/blob/blobtest"
)

func sealer(t *testing.T, key byte) *blob.Sealer {
	t.Helper()
	s, err := blob.NewSealer(bytes.Repeat([]byte{key}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSealed(t *testing.T) {
	t.Parallel()
	blobtest.Run(t, func(t *testing.T) blob.Store { return blob.Sealed(openDisk(t, t.TempDir()), sealer(t, 1)) })
}

// TestSealedBlobs: what lies in the storage says nothing and opens with its key alone; blobs from before are read as they are.
func TestSealedBlobs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plain := openDisk(t, dir)
	mine, other := blob.Sealed(plain, sealer(t, 1)), blob.Sealed(plain, sealer(t, 2))
	put(t, mine, "a", "a secret")
	put(t, plain, "old", "from before")
	raw, err := os.ReadFile(filepath.Join(dir, "blobs", "a"))
	if err != nil || bytes.Contains(raw, []byte("secret")) {
		t.Errorf("on the disk is %q, %v", raw, err)
	}
	for key, want := range map[string]bool{"a": true, "old": false} {
		if got, err := blob.IsSealed(t.Context(), plain, key); got != want || err != nil {
			t.Errorf("%s is sealed: %v, %v", key, got, err)
		}
	}
	if _, err := other.Open(t.Context(), "a"); !errors.Is(err, blob.ErrSealed) {
		t.Errorf("another key: %v", err)
	}
	r, err := other.Open(t.Context(), "old")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != "from before" || r.Close() != nil {
		t.Errorf("an old blob holds %q, %v", got, err)
	}
}

// TestSealOnce: sealed content stays as it is, and what only looks like it when it is put is sealed like anything else.
func TestSealOnce(t *testing.T) {
	t.Parallel()
	s := sealer(t, 1)
	sealed := readSealed(t, s, "content")
	if again := readSealed(t, s, sealed); again != sealed {
		t.Error("sealed content was sealed again")
	}
	opened, err := s.Open(strings.NewReader(sealed))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(opened); err != nil || string(got) != "content" {
		t.Errorf("opened: %q, %v", got, err)
	}
	storage := blob.Sealed(openDisk(t, t.TempDir()), s)
	put(t, storage, "a", sealed)
	r, err := storage.Open(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err != nil || string(got) != sealed {
		t.Errorf("an upload that looks sealed comes back as %q, %v", got, err)
	}
}

func readSealed(t *testing.T, s *blob.Sealer, content string) string {
	t.Helper()
	r, err := s.Seal(strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(sealed)
}
