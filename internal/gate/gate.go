package gate

import (
	"context"
	"fmt"
	"sync"
	"time"

	"quartermaster/internal/observe"
	"quartermaster/internal/outage"
)

// ErrBusy is returned when too many wait already, or after waiting for too long.
var ErrBusy = fmt.Errorf("too many others wait for the same: %w", outage.ErrUnavailable)

// Gate admits work up to a total weight, and of one account up to half of it. The rest waits. It is safe for concurrent use.
type Gate struct {
	Limits
	half int64

	mu     sync.Mutex
	inside int64 // the weight of what is inside
	of     map[int64]int64
	line   Line[*waiter]
}

// Limits say how much a gate admits, and who may wait for it.
type Limits struct {
	Name    string        // what is waited for, for those who watch: one of few
	Total   int64         // the weight of what may be inside at once
	Waiters int           // how many may wait; of one account, half as many
	Patient time.Duration // how long
}

type waiter struct {
	account int64
	weight  int64
	turn    chan struct{} // closed when it may enter
}

// Share returns how much one account gets of a total at most: half, and never nothing.
func Share(total int64) int64 { return max(total/2, 1) }

// New returns a gate.
func New(l Limits) *Gate { return &Gate{Limits: l, half: Share(l.Total), of: map[int64]int64{}} }

// Enter waits until there is room and returns leave, to be called when the work is done; further calls do nothing. Work heavier
// than half of the total counts as half. It returns ErrBusy, or the error of the context.
func (g *Gate) Enter(ctx context.Context, weight int64) (leave func(), err error) {
	w := &waiter{account: AccountOf(ctx), weight: min(max(weight, 1), g.half), turn: make(chan struct{})}
	if err := g.join(w); err != nil {
		return nil, err
	}
	if err := g.wait(ctx, w); err != nil {
		g.giveUp(w)
		return nil, err
	}
	return sync.OnceFunc(func() { g.leave(w) }), nil
}

// Try is Enter for work that is left undone where it would have to wait.
func (g *Gate) Try(ctx context.Context, weight int64) (leave func(), entered bool) {
	now, cancel := context.WithCancel(ctx)
	cancel()
	leave, err := g.Enter(now, weight)
	return leave, err == nil
}

// wait waits for the turn.
func (g *Gate) wait(ctx context.Context, w *waiter) (err error) {
	select {
	case <-w.turn:
		return nil
	default:
	}
	_, end := observe.Begin(ctx, observe.Operation{Name: "wait for " + g.Name})
	defer func() { end(err) }()
	late := time.NewTimer(g.Patient)
	defer late.Stop()
	select {
	case <-w.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-late.C:
		return ErrBusy
	}
}

// join puts the waiter into the line, unless that is full.
func (g *Gate) join(w *waiter) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.line.Join(w, w.account, w.weight)
	g.admit()
	full := g.line.Len() > g.Waiters || g.line.Waiting(w.account) > max(g.Waiters/2, 1)
	if full && g.line.Leave(w) {
		return ErrBusy
	}
	return nil
}

// admit admits those for whom there is room, in their order. One that the share of its account holds back does not hold back others.
func (g *Gate) admit() {
	for {
		w, found := g.line.First(func(w *waiter) bool { return g.of[w.account]+w.weight <= g.half })
		if !found || g.inside+w.weight > g.Total {
			return
		}
		g.line.Serve(w)
		g.add(w, w.weight)
		close(w.turn)
	}
}

func (g *Gate) add(w *waiter, weight int64) {
	g.inside += weight
	if g.of[w.account] += weight; g.of[w.account] == 0 {
		delete(g.of, w.account)
	}
}

func (g *Gate) leave(w *waiter) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.add(w, -w.weight)
	g.admit()
}

// giveUp removes a waiter from the line; one that was just admitted leaves.
func (g *Gate) giveUp(w *waiter) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.line.Leave(w) {
		g.add(w, -w.weight)
	}
	g.admit()
}
