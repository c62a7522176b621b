// Package gate limits how much heavy work runs at once.
package gate

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"quartermaster/internal/outage"
)

// ErrBusy is returned when too many wait already, or after waiting for too long.
var ErrBusy = fmt.Errorf("too many others wait for the same: %w", outage.ErrUnavailable)

// Gate admits work up to a total weight. The rest waits in the order of arrival. It is safe for concurrent use.
type Gate struct {
	room    int64 // in all
	waiters int   // how many may wait
	patient time.Duration

	mu     sync.Mutex
	inside int64 // the weight of what is inside
	queue  []*waiter
}

type waiter struct {
	weight int64
	turn   chan struct{} // closed when it may enter
}

// New returns a gate for a total weight, with room for so many waiting, each for up to patient.
func New(room int64, waiters int, patient time.Duration) *Gate {
	return &Gate{room: room, waiters: waiters, patient: patient}
}

// Enter waits until there is room and returns leave, to be called when the work is done; further calls do nothing. Work heavier
// than the total enters alone. It returns ErrBusy, or the error of the context.
func (g *Gate) Enter(ctx context.Context, weight int64) (leave func(), err error) {
	w := &waiter{weight: min(max(weight, 1), g.room), turn: make(chan struct{})}
	if err := g.join(w); err != nil {
		return nil, err
	}
	late := time.NewTimer(g.patient)
	defer late.Stop()
	select {
	case <-w.turn:
		return sync.OnceFunc(func() { g.leave(w) }), nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-late.C:
		err = ErrBusy
	}
	g.giveUp(w)
	return nil, err
}

func (g *Gate) join(w *waiter) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if full := g.inside+w.weight > g.room; (full || len(g.queue) > 0) && len(g.queue) >= g.waiters {
		return ErrBusy
	}
	g.queue = append(g.queue, w)
	g.admit()
	return nil
}

// admit admits those for whom there is room, in their order.
func (g *Gate) admit() {
	for len(g.queue) > 0 && g.inside+g.queue[0].weight <= g.room {
		g.inside += g.queue[0].weight
		close(g.queue[0].turn)
		g.queue = g.queue[1:]
	}
}

func (g *Gate) leave(w *waiter) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside -= w.weight
	g.admit()
}

// giveUp removes a waiter from the queue; one that was just admitted leaves.
func (g *Gate) giveUp(w *waiter) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if at := slices.Index(g.queue, w); at >= 0 {
		g.queue = slices.Delete(g.queue, at, at+1)
	} else {
		g.inside -= w.weight
	}
	g.admit()
}
