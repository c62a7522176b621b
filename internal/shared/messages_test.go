package shared_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/redistest"
	"quartermaster/internal/shared"
)

// station is a process that tells and hears.
type station struct {
	*shared.Messages
	heard chan string
}

func newStation(t *testing.T, server *redistest.Server, name string) station {
	t.Helper()
	s := station{shared.NewMessages(open(t, server.URL), name), make(chan string, 10_000)}
	s.On("news", func(text string) { s.heard <- text })
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return s
}

// expect waits for a message, and skips others.
func (s station) expect(t *testing.T, want string) {
	t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case got := <-s.heard:
			if got == want {
				return
			}
		case <-late:
			t.Fatalf("%q is not heard", want)
		}
	}
}

// TestMessages arrive at all others, in their order and as they were, and go on when the server was away.
func TestMessages(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	a, b, c := newStation(t, server, "a"), newStation(t, server, "b"), newStation(t, server, "c")
	for _, s := range []station{a, b, c} {
		s.expect(t, "") // it listens
	}
	a.Tell("gossip", "of no interest")
	for i := range 20 {
		a.Tell("news", fmt.Sprintf("%d  of\n%d", i, i))
	}
	for i := range 20 {
		for name, s := range map[string]station{"b": b, "c": c} {
			if got, want := <-s.heard, fmt.Sprintf("%d  of\n%d", i, i); got != want {
				t.Errorf("%s hears %q, want %q", name, got, want)
			}
		}
	}
	server.Stop()
	began := time.Now()
	for range 5_000 { // more than may wait
		a.Tell("news", "lost")
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("telling nobody took %v", took)
	}
	server.Start()
	b.expect(t, "")
	c.expect(t, "")
	for end := time.Now().Add(time.Minute); len(c.heard) == 0; time.Sleep(20 * time.Millisecond) {
		if a.Tell("news", "again"); time.Now().After(end) {
			t.Fatal("the server is back, and nothing is heard")
		}
	}
	b.expect(t, "again")
	if len(a.heard) > 1 { // that some may have been lost
		t.Errorf("a process hears %d of its own messages", len(a.heard))
	}
}
