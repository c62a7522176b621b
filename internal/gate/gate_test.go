package gate

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestNoMoreThanThereIsRoomFor(t *testing.T) {
	t.Parallel()
	g := New(10, 100, time.Minute)
	var inside, most atomic.Int64
	var all sync.WaitGroup
	for i := range 100 {
		weight := int64(i%12) + 1
		all.Go(func() {
			leave, err := g.Enter(t.Context(), weight)
			if err != nil {
				t.Error(err)
				return
			}
			now := inside.Add(min(weight, 10))
			for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
			}
			inside.Add(-min(weight, 10))
			leave()
			leave()
		})
	}
	all.Wait()
	if most.Load() > 10 || g.inside != 0 || len(g.queue) != 0 {
		t.Errorf("%d inside at once, %d left", most.Load(), g.inside)
	}
}

func TestWhoDoesNotEnter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(1, 2, time.Minute)
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

// TestOneAfterTheOther in the order in which they came, so that small work does not keep large work out for ever.
func TestOneAfterTheOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(2, 10, time.Minute)
		leave, err := g.Enter(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		var order []int64
		for _, weight := range []int64{2, 1} {
			go func() {
				leave, err := g.Enter(t.Context(), weight)
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, weight)
				leave()
			}()
			synctest.Wait()
		}
		leave()
		synctest.Wait()
		if len(order) != 2 || order[0] != 2 {
			t.Errorf("entered in the order %v", order)
		}
	})
}
