// Package notestest holds the tests that every notes.Notes passes, and notes for other tests.
package notestest

import (
	"context"
	"maps"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/notes"
)

// Run tests the notes that newNotes makes, which keep nothing yet. Their clock may run by itself; advance moves it forward.
func Run(t *testing.T, newNotes func(t *testing.T) (n notes.Notes, advance func(time.Duration))) {
	for name, test := range map[string]func(*testing.T, subject){
		"gives back what was put last": testPut,
		"drops only what it is told":   testDrop,
		"forgets at the end":           testEnd,
		"takes any text":               testAnyText,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n, advance := newNotes(t)
			test(t, subject{n, advance})
		})
	}
}

type subject struct {
	notes.Notes
	advance func(time.Duration)
}

func (s subject) expect(t *testing.T, key, want string, found bool) {
	t.Helper()
	if got, ok := s.Get(t.Context(), key); got != want || ok != found {
		t.Errorf("%q has %q, %v, want %q, %v", key, got, ok, want, found)
	}
}

func testPut(t *testing.T, s subject) {
	s.expect(t, "a", "", false)
	s.Put(t.Context(), "a", "first", time.Hour)
	s.Put(t.Context(), "b", "other", time.Hour)
	s.Put(t.Context(), "a", "second", time.Hour)
	s.expect(t, "a", "second", true)
	s.expect(t, "b", "other", true)
}

func testDrop(t *testing.T, s subject) {
	s.Put(t.Context(), "a", "text", time.Hour)
	s.Drop(t.Context(), "a", "another")
	s.Drop(t.Context(), "b", "text")
	s.expect(t, "a", "text", true)
	s.Drop(t.Context(), "a", "text")
	s.expect(t, "a", "", false)
}

func testEnd(t *testing.T, s subject) {
	s.Put(t.Context(), "over", "text", 0)
	s.Put(t.Context(), "short", "text", time.Minute)
	s.Put(t.Context(), "long", "text", time.Hour)
	s.expect(t, "over", "", false)
	s.expect(t, "short", "text", true)
	s.advance(time.Minute)
	s.expect(t, "short", "", false)
	s.expect(t, "long", "text", true)
}

func testAnyText(t *testing.T, s subject) {
	const text = "\x00\xff ü\r\n"
	s.Put(t.Context(), text, text, time.Hour)
	s.expect(t, text, text, true)
	s.Drop(t.Context(), text, text)
	s.expect(t, text, "", false)
}

// Memory is notes of one test, which it may lose or bring back as they were.
type Memory struct {
	mu    sync.Mutex
	now   time.Time
	lost  bool
	known map[string]note
}

type note struct {
	text string
	ends time.Time
}

var _ notes.Notes = (*Memory)(nil)

// NewMemory returns empty notes.
func NewMemory() *Memory { return &Memory{known: map[string]note{}} }

// Advance moves the clock of the notes forward.
func (m *Memory) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}

// Lose says whether the notes are out of reach: what is done with them then is lost, and what they hold comes back as it was.
func (m *Memory) Lose(lost bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lost = lost
}

// Copy returns what the notes hold, for Restore.
func (m *Memory) Copy() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &Memory{now: m.now, known: maps.Clone(m.known)}
}

// Restore puts back what the notes held earlier; those of NewMemory empty them.
func (m *Memory) Restore(earlier *Memory) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known = maps.Clone(earlier.known)
}

// Get implements notes.Notes.
func (m *Memory) Get(_ context.Context, key string) (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, found := m.known[key]
	if m.lost || !found || !m.now.Before(n.ends) {
		return "", false
	}
	return n.text, true
}

// Put implements notes.Notes.
func (m *Memory) Put(_ context.Context, key, text string, life time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.lost {
		m.known[key] = note{text, m.now.Add(life)}
	}
}

// Drop implements notes.Notes.
func (m *Memory) Drop(_ context.Context, key, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.lost && m.known[key].text == text {
		delete(m.known, key)
	}
}
