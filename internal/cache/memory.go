package cache

import (
	"bytes"
	"container/list"
	"context"
	"sync"
	"time"
)

// entryOverhead is about what an entry takes beside its key and value, in bytes.
const entryOverhead = 200

// Memory is a Cache for a single process. It keeps within a number of bytes by
// dropping the entries that have gone unused for longest.
type Memory struct {
	maxBytes int
	clock    func() time.Time

	mu      sync.Mutex
	bytes   int
	entries map[string]*list.Element // of *entry
	used    *list.List               // of *entry, the latest used first
}

var _ Cache = (*Memory)(nil)

type entry struct {
	key     string
	value   []byte
	expires time.Time // zero: never
}

func (e *entry) size() int { return len(e.key) + len(e.value) + entryOverhead }

func (e *entry) ended(now time.Time) bool {
	return !e.expires.IsZero() && !now.Before(e.expires)
}

// NewMemory returns an empty cache of at most maxBytes, counting keys, values
// and a share of the bookkeeping, that reads the time from clock.
func NewMemory(maxBytes int, clock func() time.Time) *Memory {
	return &Memory{
		maxBytes: maxBytes,
		clock:    clock,
		entries:  make(map[string]*list.Element),
		used:     list.New(),
	}
}

// Get implements Cache. It never fails.
func (m *Memory) Get(_ context.Context, key string) (value []byte, ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	el, ok := m.entries[key]
	if !ok {
		return nil, false, nil
	}
	e := el.Value.(*entry)
	if e.ended(m.clock()) {
		m.remove(el)
		return nil, false, nil
	}
	m.used.MoveToFront(el)
	return bytes.Clone(e.value), true, nil
}

// Set implements Cache. A value that is larger than the whole cache is not
// stored, and the key is without a value then. It never fails.
func (m *Memory) Set(_ context.Context, key string, value []byte, ttl time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.removeKey(key)
	e := &entry{key: key, value: value}
	if e.size() > m.maxBytes {
		return nil
	}
	e.value = bytes.Clone(value)
	if ttl > 0 {
		e.expires = m.clock().Add(ttl)
	}
	m.insert(e)
	return nil
}

// insert adds e and drops what no longer fits beside it.
func (m *Memory) insert(e *entry) {
	m.entries[e.key] = m.used.PushFront(e)
	m.bytes += e.size()
	for m.bytes > m.maxBytes {
		m.remove(m.used.Back())
	}
}

// Delete implements Cache. It never fails.
func (m *Memory) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.removeKey(key)
	return nil
}

func (m *Memory) removeKey(key string) {
	if el, ok := m.entries[key]; ok {
		m.remove(el)
	}
}

func (m *Memory) remove(el *list.Element) {
	e := m.used.Remove(el).(*entry)
	delete(m.entries, e.key)
	m.bytes -= e.size()
}
