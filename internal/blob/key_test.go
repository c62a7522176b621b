package blob_test

import (
	"errors"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/blob"
)

func TestCheckKeyLimitsTheLength(t *testing.T) {
	t.Parallel()
	segment := strings.Repeat("s", 255)
	tests := []struct {
		name  string
		key   string
		valid bool
	}{
		{"longest segment", segment, true},
		{"segment too long", segment + "s", false},
		{"key of 1024 bytes", strings.Repeat("abc/", 255) + "abcd", true},
		{"key of 1025 bytes", strings.Repeat("abc/", 255) + "abcde", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := blob.CheckKey(tt.key)
			if valid := err == nil; valid != tt.valid {
				t.Errorf("CheckKey of %d bytes gave %v, want valid: %v", len(tt.key), err, tt.valid)
			}
			if err != nil && !errors.Is(err, blob.ErrInvalidKey) {
				t.Errorf("CheckKey gave %v, want an ErrInvalidKey", err)
			}
		})
	}
}

// FuzzCheckKey looks for a valid key that leads anywhere but to its own place.
func FuzzCheckKey(f *testing.F) {
	for _, seed := range []string{"a", "a/b.c", "..", "a/../b", "/a", "a//b", "a/./b", "C:x", `..\x`, "...", "a/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, key string) {
		if blob.CheckKey(key) != nil {
			return
		}
		if path.Clean(key) != key || !filepath.IsLocal(filepath.FromSlash(key)) {
			t.Errorf("%q is valid and no plain path", key)
		}
	})
}
