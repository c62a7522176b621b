package cache_test

import (
	"fmt"
	"testing"
	"time"

	"quartermaster/internal/cache"
	"quartermaster/internal/cache/cachetest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	cachetest.Run(t, func(*testing.T) (cache.Cache, func(time.Duration)) {
		now := time.Date(2026, time.February, 1, 12, 0, 0, 0, time.UTC)
		c := cache.NewMemory(1<<20, func() time.Time { return now })
		return c, func(d time.Duration) { now = now.Add(d) }
	})
}

// maxBytes has room for three values of 1,000 bytes, not for four.
const maxBytes = 4000

func TestMemoryDropsTheLeastRecentlyUsed(t *testing.T) {
	t.Parallel()
	c := cache.NewMemory(maxBytes, time.Now)
	set(t, c, "a", 1000)
	set(t, c, "b", 1000)
	set(t, c, "c", 1000)
	has(t, c, "a") // now b is the one that has gone unused for longest
	set(t, c, "d", 1000)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if got := has(t, c, key); got != want {
			t.Errorf("key %q kept: %v, want %v", key, got, want)
		}
	}
}

func TestMemoryKeepsWithinItsBytes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		sizes      []int
		wantStored int
	}{
		{"all fit", []int{1000, 1000, 1000}, 3},
		{"one large drops many", []int{1000, 1000, 1000, 3500}, 1},
		{"larger than the cache drops none", []int{1000, 1000, 1000, 5000}, 3},
		{"empty values count as well", make([]int, 1000), 19},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := cache.NewMemory(maxBytes, time.Now)
			stored := 0
			for i, size := range tt.sizes {
				set(t, c, fmt.Sprint(i), size)
			}
			for i := range tt.sizes {
				if has(t, c, fmt.Sprint(i)) {
					stored++
				}
			}
			if stored != tt.wantStored {
				t.Errorf("%d values are stored, want %d", stored, tt.wantStored)
			}
		})
	}
}

func TestMemoryForgetsTheOldValueOfAKeyThatGrewTooLarge(t *testing.T) {
	t.Parallel()
	c := cache.NewMemory(maxBytes, time.Now)
	set(t, c, "a", 1000)
	set(t, c, "a", 5000)
	if has(t, c, "a") {
		t.Error("the value before is still there")
	}
}

func TestMemoryReclaimsReplacedAndDeletedValues(t *testing.T) {
	t.Parallel()
	c := cache.NewMemory(maxBytes, time.Now)
	set(t, c, "kept", 1000)
	for range 100 {
		set(t, c, "a", 1000)
		set(t, c, "b", 1000)
		if err := c.Delete(t.Context(), "b"); err != nil {
			t.Fatal(err)
		}
	}
	if !has(t, c, "kept") {
		t.Error("a value was dropped although there was room for it")
	}
}

func set(t *testing.T, c cache.Cache, key string, size int) {
	t.Helper()
	if err := c.Set(t.Context(), key, make([]byte, size), time.Minute); err != nil {
		t.Fatal(err)
	}
}

func has(t *testing.T, c cache.Cache, key string) bool {
	t.Helper()
	_, ok, err := c.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}
