package blob_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestDiskKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := openDisk(t, dir)
	for _, key := range []string{"b", "a/c.png", "a/b/d"} {
		put(t, d, key, "content")
	}
	// What no Put has made is no blob.
	if err := os.WriteFile(filepath.Join(dir, "blobs", "not a key"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var keys []string
	err := d.Keys(t.Context(), func(key string) error {
		keys = append(keys, key)
		return nil
	})
	if want := []string{"a/b/d", "a/c.png", "b"}; err != nil || !slices.Equal(keys, want) {
		t.Errorf("keys %v, %v, want %v", keys, err, want)
	}
	stop := errors.New("stop")
	if err := d.Keys(t.Context(), func(string) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("an error of visit came back as %v", err)
	}
}
