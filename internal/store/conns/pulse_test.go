package conns

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quartermaster/internal/outage"
)

// TestAServerThatHangsIsToldFromOneThatIsSlow: what waits for the former ends within five seconds, and everything after it at once until
// the server answers again; the latter has its time.
func TestAServerThatHangsIsToldFromOneThatIsSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var hangs atomic.Bool
		var questions atomic.Int64
		p := &pulse{ended: t.Context(), ask: func(ctx context.Context) error {
			questions.Add(1)
			if !hangs.Load() {
				time.Sleep(dead / 2)
				return nil
			}
			<-ctx.Done()
			return ctx.Err()
		}}
		slow, end := p.watching(t.Context())
		time.Sleep(time.Minute)
		if err := context.Cause(slow); err != nil || p.known() != nil {
			t.Errorf("a slow statement was ended: %v", err)
		}
		hangs.Store(true)
		questions.Store(0)
		began := time.Now()
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				statement, end := p.watching(t.Context())
				defer end()
				<-statement.Done()
				if took := time.Since(began); took > 5*time.Second || !errors.Is(context.Cause(statement), outage.ErrUnavailable) {
					t.Errorf("ended after %v: %v", took, context.Cause(statement))
				}
			})
		}
		all.Wait()
		if n := questions.Load(); n > 2 {
			t.Errorf("%d questions for 50 statements", n)
		}
		if <-slow.Done(); p.known() == nil {
			t.Error("it is not known that the server hangs")
		}
		end()
		hangs.Store(false)
		time.Sleep(2*dead + askedAgain)
		if err := p.known(); err != nil {
			t.Errorf("the server answers again: %v", err)
		}
	})
}
