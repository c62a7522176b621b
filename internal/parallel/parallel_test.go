package parallel_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quartermaster/internal/parallel"
)

func TestEachDoesEverything(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var now, most, sum atomic.Int64
		err := parallel.Each(t.Context(), 20, 4, func(context.Context, int) error {
			most.Store(max(most.Load(), now.Add(1)))
			time.Sleep(time.Second)
			now.Add(-1)
			sum.Add(1)
			return nil
		})
		if err != nil || sum.Load() != 20 || most.Load() != 4 {
			t.Errorf("%d were done, %d at once: %v", sum.Load(), most.Load(), err)
		}
	})
}

func TestEachEndsWithTheFirstError(t *testing.T) {
	t.Parallel()
	failure := errors.New("failure")
	for name, fail := range map[string]func() error{"an error": func() error { return failure }, "a panic": func() error { panic("a bug") }} {
		synctest.Test(t, func(t *testing.T) {
			var begun atomic.Int64
			err := parallel.Each(t.Context(), 20, 2, func(ctx context.Context, i int) error {
				if begun.Add(1); i == 0 {
					return fail()
				}
				<-ctx.Done()
				return ctx.Err()
			})
			if !errors.Is(err, failure) && (err == nil || !strings.Contains(err.Error(), "a bug") ||
				!strings.Contains(err.Error(), "parallel_test.go")) {
				t.Errorf("%s: %v", name, err)
			}
			if begun.Load() > 3 {
				t.Errorf("%s: %d were begun", name, begun.Load())
			}
		})
	}
}

func TestEachEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := parallel.Each(ctx, 5, 1, func(ctx context.Context, _ int) error { return ctx.Err() }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
