package store

import (
	"context"
	"sync"

	"quartermaster/internal/gate"
	"quartermaster/internal/observe"
)

// mode says whether a transaction shares its commit. It makes no difference on PostgreSQL.
type mode int

const (
	alone   mode = iota // has a commit of its own, and can be interrupted
	grouped             // may share a commit; for few statements on few rows
)

// turns lets one at a time use a connection. Accounts take turns, and of one account it is first come, first served.
type turns struct {
	mu    sync.Mutex
	taken bool
	line  gate.Line[*waiter]
}

type waiter struct {
	mode mode
	turn chan *group
}

// take waits for the turn. It returns the group that the caller joins, or nil when no transaction is open. When the context ends first,
// it returns the context's error and the caller does not have the turn.
func (t *turns) take(ctx context.Context, m mode) (g *group, err error) {
	w := t.enter(gate.AccountOf(ctx), m)
	if w == nil {
		return nil, nil
	}
	_, end := observe.Begin(ctx, observe.Operation{Name: "wait for writing"})
	defer func() { end(err) }()
	select {
	case g = <-w.turn:
		return g, nil
	case <-ctx.Done():
		if t.withdraw(w) {
			return nil, ctx.Err()
		}
		return <-w.turn, nil // it has just come
	}
}

// enter takes a free turn and returns nil, or queues up.
func (t *turns) enter(account int64, m mode) *waiter {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := &waiter{m, make(chan *group, 1)}
	t.line.Join(w, account, 1)
	if !t.taken {
		t.taken = true
		t.line.Serve(w)
		return nil
	}
	return w
}

// withdraw removes a waiter from the line. It reports false when the waiter has already been given the turn.
func (t *turns) withdraw(w *waiter) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.line.Leave(w)
}

// next returns whose turn is next, nil when nobody waits.
func (t *turns) next() *waiter {
	w, _ := t.line.First(func(*waiter) bool { return true })
	return w
}

// pass gives the turn and the open transaction of a group to the next in line. It reports false, and the caller keeps both, when nobody
// is waiting or the next one is to be alone.
func (t *turns) pass(g *group) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.next()
	if w == nil || w.mode == alone {
		return false
	}
	t.give(w, g)
	return true
}

// free gives the turn back.
func (t *turns) free() {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.next()
	if t.taken = w != nil; t.taken {
		t.give(w, nil)
	}
}

func (t *turns) give(w *waiter, g *group) {
	t.line.Serve(w)
	w.turn <- g
}
