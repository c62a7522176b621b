// Package blobtest holds the tests that every blob.Store passes.
package blobtest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"quartermaster/internal/blob"
)

// Run tests the stores that newStore makes, each new and empty.
func Run(t *testing.T, newStore func(t *testing.T) blob.Store) {
	tests := []struct {
		name string
		run  func(*testing.T, *subject)
	}{
		{"bytes come back", testRoundTrip},
		{"unknown key", testUnknown},
		{"put replaces as a whole", testReplace},
		{"an open blob stays readable", testOpenStays},
		{"delete", testDelete},
		{"keys are independent", testKeys},
		{"folder of a key is no blob", testFolder},
		{"nothing lies below a blob", testBelow},
		{"invalid keys", testInvalidKeys},
		{"failing reader changes nothing", testFailingReader},
		{"ended context changes nothing", testEndedContext},
		{"concurrent puts leave one of them", testConcurrent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.run(t, &subject{newStore(t)})
		})
	}
}

// subject is the store under test.
type subject struct {
	store blob.Store
}

func (s *subject) put(t *testing.T, key, content string) {
	t.Helper()
	size, err := s.store.Put(t.Context(), key, strings.NewReader(content))
	if err != nil {
		t.Fatalf("Put(%q): %v", key, err)
	}
	if size != int64(len(content)) {
		t.Fatalf("Put(%q) reports %d bytes, want %d", key, size, len(content))
	}
}

func (s *subject) delete(t *testing.T, key string) {
	t.Helper()
	if err := s.store.Delete(t.Context(), key); err != nil {
		t.Fatalf("Delete(%q): %v", key, err)
	}
}

func (s *subject) open(t *testing.T, key string) io.ReadCloser {
	t.Helper()
	r, err := s.store.Open(t.Context(), key)
	if err != nil {
		t.Fatalf("Open(%q): %v", key, err)
	}
	return r
}

func (s *subject) expect(t *testing.T, key, want string) {
	t.Helper()
	if got := readAll(t, s.open(t, key)); got != want {
		t.Fatalf("%q holds %d bytes %.40q, want %d bytes %.40q", key, len(got), got, len(want), want)
	}
}

func (s *subject) expectNone(t *testing.T, key string) {
	t.Helper()
	r, err := s.store.Open(t.Context(), key)
	if !errors.Is(err, blob.ErrNotFound) {
		t.Fatalf("Open(%q) gave error %v, want ErrNotFound", key, err)
	}
	if r != nil {
		t.Fatalf("Open(%q) gave a reader beside its error", key)
	}
}

func readAll(t *testing.T, r io.ReadCloser) string {
	t.Helper()
	content, err := io.ReadAll(r)
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func testRoundTrip(t *testing.T, s *subject) {
	for key, content := range map[string]string{
		"text":   "line\r\nline\n",
		"empty":  "",
		"binary": "\x00\xff\xfe",
		"large":  strings.Repeat("0123456789abcdef", 1<<16),
	} {
		s.put(t, key, content)
		s.expect(t, key, content)
	}
}

func testUnknown(t *testing.T, s *subject) {
	s.expectNone(t, "a")
	s.expectNone(t, "a/b/c")
}

func testReplace(t *testing.T, s *subject) {
	s.put(t, "a/b", "a long first content")
	s.put(t, "a/b", "short")
	s.expect(t, "a/b", "short")
}

func testOpenStays(t *testing.T, s *subject) {
	s.put(t, "a", "old")
	r := s.open(t, "a")
	s.put(t, "a", "new")
	if got := readAll(t, r); got != "old" {
		t.Errorf("the blob opened before Put reads %q, want %q", got, "old")
	}
	s.expect(t, "a", "new")
}

func testDelete(t *testing.T, s *subject) {
	s.put(t, "a/b", "1")
	s.put(t, "a/c", "2")
	for range 2 {
		s.delete(t, "a/b")
		s.expectNone(t, "a/b")
	}
	s.expect(t, "a/c", "2")
	s.put(t, "a/b", "3")
	s.expect(t, "a/b", "3")
}

func testKeys(t *testing.T, s *subject) {
	keys := []string{"a", "b/a", "b/b/a", ".hidden", "..a", "a..", "-", "_", "Az09._-/x.tar.gz", strings.Repeat("k", 255)}
	for _, key := range keys {
		s.put(t, key, "of "+key)
	}
	for _, key := range keys {
		s.expect(t, key, "of "+key)
	}
}

func testFolder(t *testing.T, s *subject) {
	s.put(t, "a/b/c", "1")
	s.delete(t, "a")
	s.delete(t, "a/b")
	s.expectNone(t, "a")
	s.expectNone(t, "a/b")
	s.expect(t, "a/b/c", "1")
}

func testBelow(t *testing.T, s *subject) {
	s.put(t, "a", "1")
	s.delete(t, "a/b")
	s.expectNone(t, "a/b")
	s.expect(t, "a", "1")
}

func testInvalidKeys(t *testing.T, s *subject) {
	for _, key := range []string{"", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "../a", "a/..", `a\b`, "a b", "ä", "a\x00b", "C:a", "a~"} {
		_, putErr := s.store.Put(t.Context(), key, strings.NewReader("x"))
		_, openErr := s.store.Open(t.Context(), key)
		deleteErr := s.store.Delete(t.Context(), key)
		for call, err := range map[string]error{"Put": putErr, "Open": openErr, "Delete": deleteErr} {
			if !errors.Is(err, blob.ErrInvalidKey) {
				t.Errorf("%s(%q) gave error %v, want ErrInvalidKey", call, key, err)
			}
		}
	}
}

func testFailingReader(t *testing.T, s *subject) {
	broken := errors.New("broken")
	s.put(t, "old", "content")
	for _, key := range []string{"old", "new/key"} {
		r := io.MultiReader(strings.NewReader("some bytes"), iotest.ErrReader(broken))
		size, err := s.store.Put(t.Context(), key, r)
		if size != 0 || !errors.Is(err, broken) {
			t.Errorf("Put(%q) = %d, %v, want 0 and the reader's error", key, size, err)
		}
	}
	s.expect(t, "old", "content")
	s.expectNone(t, "new/key")
}

func testEndedContext(t *testing.T, s *subject) {
	s.put(t, "a", "old")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, putErr := s.store.Put(ctx, "a", strings.NewReader("new"))
	_, openErr := s.store.Open(ctx, "a")
	deleteErr := s.store.Delete(ctx, "a")
	for call, err := range map[string]error{"Put": putErr, "Open": openErr, "Delete": deleteErr} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s gave error %v, want context.Canceled", call, err)
		}
	}
	s.expect(t, "a", "old")
}

func testConcurrent(t *testing.T, s *subject) {
	const size = 10_000
	var wg sync.WaitGroup
	for n := range byte(8) {
		wg.Go(func() {
			content := bytes.Repeat([]byte{'a' + n}, size)
			if _, err := s.store.Put(t.Context(), "folder/a", bytes.NewReader(content)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got := readAll(t, s.open(t, "folder/a"))
	if len(got) != size || strings.Count(got, got[:1]) != size {
		t.Errorf("%d bytes are stored, %d of them like the first, want %d of one writer", len(got), strings.Count(got, got[:1]), size)
	}
}
