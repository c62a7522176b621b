package store

import (
	"context"
	"slices"
	"sync"
)

// mode says whether a transaction shares its commit. It makes no difference on PostgreSQL.
type mode int

const (
	alone   mode = iota // has a commit of its own, and can be interrupted
	grouped             // may share a commit; for few statements on few rows
)

// turns lets one at a time use a connection, first come, first served.
type turns struct {
	mu      sync.Mutex
	taken   bool
	waiting []*waiter
}

type waiter struct {
	mode mode
	turn chan *group
}

// take waits for the turn. It returns the group that the caller joins, or nil when no transaction is open. When the context ends first,
// it returns the context's error and the caller does not have the turn.
func (t *turns) take(ctx context.Context, m mode) (*group, error) {
	w := t.enter(m)
	if w == nil {
		return nil, nil
	}
	select {
	case g := <-w.turn:
		return g, nil
	case <-ctx.Done():
		if t.withdraw(w) {
			return nil, ctx.Err()
		}
		return <-w.turn, nil // it has just come
	}
}

// enter takes a free turn and returns nil, or queues up.
func (t *turns) enter(m mode) *waiter {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.taken {
		t.taken = true
		return nil
	}
	w := &waiter{m, make(chan *group, 1)}
	t.waiting = append(t.waiting, w)
	return w
}

// withdraw removes a waiter from the line. It reports false when the waiter has already been given the turn.
func (t *turns) withdraw(w *waiter) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.waiting, w)
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	return i >= 0
}

// pass gives the turn and the open transaction of a group to the next in line. It reports false, and the caller keeps both, when nobody
// is waiting or the next one is to be alone.
func (t *turns) pass(g *group) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 || t.waiting[0].mode == alone {
		return false
	}
	t.give(g)
	return true
}

// free gives the turn back.
func (t *turns) free() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taken = len(t.waiting) > 0
	if t.taken {
		t.give(nil)
	}
}

func (t *turns) give(g *group) {
	t.waiting[0].turn <- g
	t.waiting = slices.Delete(t.waiting, 0, 1)
}
