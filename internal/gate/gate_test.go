package gate

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestNoMoreThanThereIsRoomFor(t *testing.T) {
	t.Parallel()
	g := New(Limits{Total: 20, Waiters: 400, Patient: time.Minute})
	var all sync.WaitGroup
	var inside, most atomic.Int64
	var ofOne, mostOfOne [3]atomic.Int64
	for i := range 300 {
		weight, account := int64(i%12)+1, i%3
		all.Go(func() {
			leave, err := g.Enter(For(t.Context(), int64(account)), weight)
			if err != nil {
				t.Error(err)
				return
			}
			counted := min(weight, 10)
			raise(&most, inside.Add(counted))
			raise(&mostOfOne[account], ofOne[account].Add(counted))
			inside.Add(-counted)
			ofOne[account].Add(-counted)
			leave()
			leave()
		})
	}
	all.Wait()
	if most.Load() > 20 || g.inside != 0 || g.line.Len() != 0 || len(g.of) != 0 {
		t.Errorf("%d inside at once, %d left", most.Load(), g.inside)
	}
	for account := range mostOfOne {
		if n := mostOfOne[account].Load(); n > 10 {
			t.Errorf("%d of account %d inside at once", n, account)
		}
	}
}

func raise(most *atomic.Int64, now int64) {
	for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
	}
}

func TestWhoDoesNotEnter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{Total: 1, Waiters: 4, Patient: time.Minute})
		leave, err := g.Enter(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		gone, cancel := context.WithCancel(t.Context())
		results := make(chan error, 2)
		for _, ctx := range []context.Context{gone, t.Context()} {
			go func() {
				_, err := g.Enter(ctx, 1)
				results <- err
			}()
			synctest.Wait()
		}
		if _, err := g.Enter(t.Context(), 1); !errors.Is(err, ErrBusy) {
			t.Errorf("one too many: %v", err)
		}
		cancel()
		if err := <-results; !errors.Is(err, context.Canceled) {
			t.Errorf("who has gone: %v", err)
		}
		if err := <-results; !errors.Is(err, ErrBusy) {
			t.Errorf("who has waited for too long: %v", err)
		}
		leave()
		if leave, err = g.Enter(t.Context(), 5); err != nil {
			t.Fatal(err)
		}
		leave()
	})
}

// TestOneAfterTheOther of one account in the order in which they came, so that small work does not keep large work out for ever.
func TestOneAfterTheOther(t *testing.T) {
	t.Parallel()
	in := crowd(t, 4, 100)
	in.enter(1, 1)
	in.enter(1, 2)
	in.enter(1, 1)
	in.leave()
	in.leave()
	in.holds("1:1 1:2 1:1")
}

// TestOneAccountLeavesHalf has an account that floods the gate; whoever else comes enters at once.
func TestOneAccountLeavesHalf(t *testing.T) {
	t.Parallel()
	in := crowd(t, 4, 100)
	for range 20 {
		in.enter(1, 1)
	}
	in.holds("1:1 1:1")
	in.enter(2, 1)
	in.enter(3, 1)
	in.enter(4, 1)
	in.holds("1:1 1:1 2:1 3:1")
	in.leave() // of account 1
	in.holds("1:1 1:1 2:1 3:1 4:1")
}

// TestAccountsTakeTurns where one floods what only one may have at a time.
func TestAccountsTakeTurns(t *testing.T) {
	t.Parallel()
	in := crowd(t, 1, 1000)
	for range 10 {
		in.enter(1, 1)
	}
	in.enter(2, 1)
	in.leave()
	in.holds("1:1 2:1")
	in.enter(2, 1)
	in.enter(3, 1)
	in.enter(2, 1)
	for range 6 {
		in.leave()
	}
	in.holds("1:1 2:1 3:1 1:1 2:1 1:1 2:1 1:1")
}

// TestNobodyStarves among accounts that come again as soon as they have left.
func TestNobodyStarves(t *testing.T) {
	t.Parallel()
	var l Line[string]
	for i := range 50 {
		l.Join(fmt.Sprint("flood", i), 1, 1)
	}
	had := map[int64]int{}
	l.Join("a", 2, 1)
	for range 60 {
		who, _ := l.First(func(string) bool { return true })
		l.Serve(who)
		switch who {
		case "a":
			had[2]++
			l.Join("b", 3, 1)
		case "b":
			had[3]++
			l.Join("a", 2, 1)
		default:
			had[1]++
		}
	}
	if had[1] < 15 || had[2]+had[3] < 15 {
		t.Errorf("turns of the accounts: %v", had)
	}
}

// TestWaitersOfOneAccount are no more than half of those who may wait.
func TestWaitersOfOneAccount(t *testing.T) {
	t.Parallel()
	in := crowd(t, 2, 6)
	for range 8 {
		in.enter(1, 1)
	}
	if in.busy != 4 {
		t.Errorf("%d of an account were turned away, want 4", in.busy)
	}
	in.enter(2, 1)
	in.enter(2, 1)
	if in.busy != 4 {
		t.Error("another account was turned away")
	}
}

// TestShortTripsAreForgotten so that the memory of a line does not grow with the number of accounts.
func TestShortTripsAreForgotten(t *testing.T) {
	t.Parallel()
	g := New(Limits{Total: 2, Waiters: 2, Patient: time.Minute})
	for account := range int64(10_000) {
		leave, err := g.Enter(For(t.Context(), account), 1)
		if err != nil {
			t.Fatal(err)
		}
		leave()
	}
	if n := len(g.line.shares); n > forgetFrom+1 {
		t.Errorf("%d accounts are remembered", n)
	}
}

// entering lets work into a gate, one after the other, without a clock.
type entering struct {
	*testing.T
	gate    *Gate
	waiting []*waiter
	order   []string // of all that have entered
	inside  []*waiter
	busy    int
}

func crowd(t *testing.T, total int64, waiters int) *entering {
	return &entering{T: t, gate: New(Limits{Total: total, Waiters: waiters, Patient: time.Minute})}
}

func (in *entering) enter(account, weight int64) {
	w := &waiter{account: account, weight: min(weight, in.gate.half), turn: make(chan struct{})}
	if err := in.gate.join(w); err != nil {
		in.busy++
		return
	}
	in.waiting = append(in.waiting, w)
	in.look()
}

// look notes who has entered.
func (in *entering) look() {
	var left []*waiter
	for _, w := range in.waiting {
		select {
		case <-w.turn:
			in.inside = append(in.inside, w)
			in.order = append(in.order, fmt.Sprintf("%d:%d", w.account, w.weight))
		default:
			left = append(left, w)
		}
	}
	in.waiting = left
}

// leave ends the work that has been inside for longest.
func (in *entering) leave() {
	in.gate.leave(in.inside[0])
	in.inside = in.inside[1:]
	in.look()
}

func (in *entering) holds(want string) {
	in.Helper()
	got := ""
	for _, one := range in.order {
		got += " " + one
	}
	if got != " "+want {
		in.Errorf("entered in the order%s, want %s", got, want)
	}
}
