package throttle

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// maxWindows bounds the memory that a flood of different keys can take, to
// about 20 MB with keys of 40 bytes.
const maxWindows = 100_000

// Memory is a Limiter for a single process. It holds a limited number of windows: beyond that, those that opened first are
// forgotten, with their counts.
type Memory struct {
	clock    func() time.Time
	capacity int

	mu      sync.Mutex
	windows map[string]*list.Element // of *window
	opened  *list.List               // of *window, in the order of their opening
}

var _ Limiter = (*Memory)(nil)

type window struct {
	key   string
	count int
	reset time.Time
}

// NewMemory returns a limiter that reads the time from clock.
func NewMemory(clock func() time.Time) *Memory {
	return newMemory(clock, maxWindows)
}

func newMemory(clock func() time.Time, capacity int) *Memory {
	return &Memory{
		clock:    clock,
		capacity: capacity,
		windows:  make(map[string]*list.Element),
		opened:   list.New(),
	}
}

// Hit implements Limiter. It never fails.
func (m *Memory) Hit(_ context.Context, key string, limit int, length time.Duration) (Result, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.clock()
	w := m.current(key, now)
	if w == nil && limit <= 0 {
		return Result{Reset: now.Add(length)}, nil
	}
	if w == nil {
		w = m.open(key, now, length)
	}
	allowed := w.count < limit
	if allowed {
		w.count++
	}
	return Result{Allowed: allowed, Open: true, Limit: limit, Remaining: max(limit-w.count, 0), Reset: w.reset}, nil
}

// current returns the window of key that is open at now, or nil.
func (m *Memory) current(key string, now time.Time) *window {
	e, ok := m.windows[key]
	if !ok {
		return nil
	}
	w := e.Value.(*window)
	if !now.Before(w.reset) {
		return nil
	}
	return w
}

// open starts a window for key, in place of the ended one if there is one.
func (m *Memory) open(key string, now time.Time, length time.Duration) *window {
	if e, ok := m.windows[key]; ok {
		m.opened.MoveToBack(e)
		w := e.Value.(*window)
		w.count, w.reset = 0, now.Add(length)
		return w
	}
	m.evict(now)
	w := &window{key: key, reset: now.Add(length)}
	m.windows[key] = m.opened.PushBack(w)
	return w
}

// evict makes room for one window. It drops up to two that have ended, so that ended ones go faster than new ones come, at a
// constant cost.
func (m *Memory) evict(now time.Time) {
	for range 2 {
		e := m.opened.Front()
		if e == nil {
			return
		}
		w := e.Value.(*window)
		if now.Before(w.reset) && len(m.windows) < m.capacity {
			return
		}
		m.opened.Remove(e)
		delete(m.windows, w.key)
	}
}
