package throttle

import (
	"fmt"
	"testing"
	"time"
)

func TestMemoryForgetsTheOldestWindowsOfAFlood(t *testing.T) {
	t.Parallel()
	m := newMemory(time.Now, 10)
	for i := range 1000 {
		hit(t, m, fmt.Sprintf("key:%d", i))
	}
	if got := len(m.windows); got > 10 {
		t.Errorf("holds %d windows, want at most 10", got)
	}
	if hit(t, m, "key:999").Allowed {
		t.Error("the newest window was forgotten")
	}
}

func TestMemoryDropsEndedWindows(t *testing.T) {
	t.Parallel()
	now := time.Now()
	m := newMemory(func() time.Time { return now }, 1000)
	for i := range 100 {
		hit(t, m, fmt.Sprintf("old:%d", i))
	}
	now = now.Add(time.Minute)
	for i := range 60 {
		hit(t, m, fmt.Sprintf("new:%d", i))
	}
	if got := len(m.windows); got != 60 {
		t.Errorf("holds %d windows, want the 60 open ones", got)
	}
	if len(m.windows) != m.opened.Len() {
		t.Errorf("%d windows by key, %d by age", len(m.windows), m.opened.Len())
	}
}

func hit(t *testing.T, m *Memory, key string) Result {
	t.Helper()
	r, err := m.Hit(t.Context(), key, 1, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
