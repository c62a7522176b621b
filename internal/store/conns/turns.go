package conns

import (
	"context"
	"sync"

	"quartermaster/internal/gate"
	"quartermaster/internal/observe"
)

// Mode says whether a transaction shares its commit. It makes no difference on PostgreSQL.
type Mode int

// The modes.
const (
	Alone   Mode = iota // has a commit of its own, and can be interrupted
	Grouped             // may share a commit; for few statements on few rows
)

// turns lets one at a time use a connection. Accounts take turns, and of one account it is first come, first served.
type turns struct {
	sync.Mutex
	taken bool
	Line  gate.Line[*waiter]
}

type waiter struct {
	mode Mode
	turn chan *group
}

// take waits for the turn. It returns the group that the caller joins, or nil when no transaction is open. When the context ends first,
// it returns the context's error and the caller does not have the turn.
func (t *turns) take(ctx context.Context, m Mode) (g *group, err error) {
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
func (t *turns) enter(account int64, m Mode) *waiter {
	t.Lock()
	defer t.Unlock()
	w := &waiter{m, make(chan *group, 1)}
	t.Line.Join(w, account, 1)
	if !t.taken {
		t.taken = true
		t.Line.Serve(w)
		return nil
	}
	return w
}

// withdraw removes a waiter from the line. It reports false when the waiter has already been given the turn.
func (t *turns) withdraw(w *waiter) bool {
	t.Lock()
	defer t.Unlock()
	return t.Line.Leave(w)
}

// next returns whose turn is next, nil when nobody waits.
func (t *turns) next() *waiter {
	w, _ := t.Line.First(func(*waiter) bool { return true })
	return w
}

// pass gives the turn and the open transaction of a group to the next in line. It reports false, and the caller keeps both, when nobody
// is waiting or the next one is to be alone.
func (t *turns) pass(g *group) bool {
	t.Lock()
	defer t.Unlock()
	w := t.next()
	if w == nil || w.mode == Alone {
		return false
	}
	t.give(w, g)
	return true
}

// free gives the turn back.
func (t *turns) free() {
	t.Lock()
	defer t.Unlock()
	w := t.next()
	if t.taken = w != nil; t.taken {
		t.give(w, nil)
	}
}

func (t *turns) give(w *waiter, g *group) {
	t.Line.Serve(w)
	w.turn <- g
}
