package throttle_test

import (
	"fmt"
	"testing"
	"time"

	"quartermaster/internal/throttle"
	"quartermaster/internal/throttle/throttletest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	throttletest.Run(t, func(*testing.T) (throttle.Limiter, func(time.Duration)) {
		now := time.Date(2026, time.February, 1, 12, 0, 0, 0, time.UTC)
		limiter := throttle.NewMemory(func() time.Time { return now })
		return limiter, func(d time.Duration) { now = now.Add(d) }
	})
}

func TestMemoryAllocatesNothingForAKnownKey(t *testing.T) {
	limiter := throttle.NewMemory(time.Now)
	allocations := testing.AllocsPerRun(100, func() {
		if _, err := limiter.Hit(t.Context(), "user:1", 60, time.Minute); err != nil {
			t.Fatal(err)
		}
	})
	if allocations != 0 {
		t.Errorf("a hit allocates %v times, want 0", allocations)
	}
}

func BenchmarkMemoryHit(b *testing.B) {
	for _, keys := range []int{1, 1_000, 200_000} {
		b.Run(fmt.Sprintf("keys=%d", keys), func(b *testing.B) {
			benchmarkHit(b, keyList(keys))
		})
	}
}

func benchmarkHit(b *testing.B, keys []string) {
	limiter := throttle.NewMemory(time.Now)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			if _, err := limiter.Hit(b.Context(), keys[i%len(keys)], 60, time.Minute); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func keyList(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("user:%d", i)
	}
	return keys
}
