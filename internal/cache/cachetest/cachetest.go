// Package cachetest holds the tests that every cache.Cache passes.
package cachetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/cache"
)

// Maker returns a new, empty cache with room for a megabyte, and a function that
// moves the cache's clock forward. The clock may also run by itself, but no
// faster than time does.
type Maker func(t *testing.T) (c cache.Cache, advance func(time.Duration))

// Run tests the caches that newCache makes.
func Run(t *testing.T, newCache Maker) {
	tests := []struct {
		name string
		run  func(*testing.T, *subject)
	}{
		{"unknown key", testUnknown},
		{"values come back", testValues},
		{"set replaces", testReplace},
		{"delete", testDelete},
		{"expiry", testExpiry},
		{"no expiry", testNoExpiry},
		{"set renews the time", testRenew},
		{"shares no memory", testNoSharing},
		{"concurrent use", testConcurrent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, advance := newCache(t)
			tt.run(t, &subject{c, advance})
		})
	}
}

// subject is the cache under test.
type subject struct {
	cache   cache.Cache
	advance func(time.Duration)
}

func (s *subject) set(t *testing.T, key, value string, ttl time.Duration) {
	t.Helper()
	if err := s.cache.Set(t.Context(), key, []byte(value), ttl); err != nil {
		t.Fatalf("Set(%q): %v", key, err)
	}
}

func (s *subject) delete(t *testing.T, key string) {
	t.Helper()
	if err := s.cache.Delete(t.Context(), key); err != nil {
		t.Fatalf("Delete(%q): %v", key, err)
	}
}

func (s *subject) get(t *testing.T, key string) ([]byte, bool) {
	t.Helper()
	value, ok, err := s.cache.Get(t.Context(), key)
	if err != nil {
		t.Fatalf("Get(%q): %v", key, err)
	}
	return value, ok
}

func (s *subject) expect(t *testing.T, key, want string) {
	t.Helper()
	if got, ok := s.get(t, key); !ok || string(got) != want {
		t.Fatalf("Get(%q) = %q, %v, want %q, true", key, got, ok, want)
	}
}

func (s *subject) expectNone(t *testing.T, key string) {
	t.Helper()
	if got, ok := s.get(t, key); ok || len(got) > 0 {
		t.Fatalf("Get(%q) = %q, %v, want no value", key, got, ok)
	}
}

func testUnknown(t *testing.T, s *subject) {
	s.expectNone(t, "a")
}

func testValues(t *testing.T, s *subject) {
	values := map[string]string{
		"text":       "value",
		"empty":      "",
		"binary":     "\x00\xff\r\n",
		"long":       strings.Repeat("x", 100_000),
		"":           "of the empty key",
		"a key: ä/*": "of an odd key",
	}
	for key, value := range values {
		s.set(t, key, value, time.Minute)
	}
	for key, value := range values {
		s.expect(t, key, value)
	}
}

func testReplace(t *testing.T, s *subject) {
	s.set(t, "a", "first", time.Minute)
	s.set(t, "a", "2", time.Minute)
	s.expect(t, "a", "2")
}

func testDelete(t *testing.T, s *subject) {
	s.set(t, "a", "1", time.Minute)
	s.set(t, "b", "2", time.Minute)
	s.delete(t, "a")
	s.expectNone(t, "a")
	s.expect(t, "b", "2")
	s.delete(t, "a")
}

func testExpiry(t *testing.T, s *subject) {
	s.set(t, "a", "1", time.Minute)
	s.set(t, "b", "2", time.Hour)
	s.advance(time.Minute - time.Second)
	s.expect(t, "a", "1")
	s.advance(time.Second)
	s.expectNone(t, "a")
	s.expect(t, "b", "2")
}

func testNoExpiry(t *testing.T, s *subject) {
	s.set(t, "a", "1", 0)
	s.set(t, "b", "2", -time.Second)
	s.advance(1000 * time.Hour)
	s.expect(t, "a", "1")
	s.expect(t, "b", "2")
}

func testRenew(t *testing.T, s *subject) {
	s.set(t, "a", "1", time.Minute)
	s.advance(time.Minute / 2)
	s.set(t, "a", "1", time.Minute)
	s.advance(time.Minute / 2)
	s.expect(t, "a", "1")
	s.set(t, "a", "1", 0)
	s.advance(time.Hour)
	s.expect(t, "a", "1")
}

func testNoSharing(t *testing.T, s *subject) {
	value := []byte("abc")
	if err := s.cache.Set(t.Context(), "a", value, time.Minute); err != nil {
		t.Fatal(err)
	}
	value[0] = 'x'
	s.expect(t, "a", "abc")
	got, _ := s.get(t, "a")
	got[0] = 'x'
	s.expect(t, "a", "abc")
}

func testConcurrent(t *testing.T, s *subject) {
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() { useConcurrently(t, s.cache, n) })
	}
	wg.Wait()
}

// useConcurrently works on a key of its own and on one that all callers share.
func useConcurrently(t *testing.T, c cache.Cache, n int) {
	own := fmt.Sprintf("own:%d", n)
	for i := range 25 {
		want := fmt.Sprint(i)
		for _, key := range []string{own, "shared"} {
			if err := c.Set(t.Context(), key, []byte(want), time.Minute); err != nil {
				t.Error(err)
			}
		}
		if err := c.Delete(t.Context(), "shared"); err != nil {
			t.Error(err)
		}
		if got, ok, err := c.Get(t.Context(), own); err != nil || !ok || string(got) != want {
			t.Errorf("Get(%q) = %q, %v, %v, want %q", own, got, ok, err, want)
		}
	}
}
