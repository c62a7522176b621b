// Package parallel does work in goroutines of which none ends the process when it panics.
package parallel

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// ErrPanic is what a panic is returned as.
var ErrPanic = errors.New("panic")

// Caught runs fn and returns a panic of it as an error, which says where it was. Goroutines that outlive whoever began them begin with it.
func Caught(fn func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%w: %v\n%s", ErrPanic, reason, debug.Stack())
		}
	}()
	return fn()
}

// Each calls fn for the numbers below n, with at most so many at once. The first error, or panic, ends the context of the others and is
// returned once all have ended.
func Each(ctx context.Context, n, most int, fn func(ctx context.Context, i int) error) error {
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	turns := make(chan struct{}, most)
	var all sync.WaitGroup
	for i := range n {
		turns <- struct{}{}
		if working.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-turns }()
			if err := Caught(func() error { return fn(working, i) }); err != nil {
				stop(err)
			}
		})
	}
	all.Wait()
	return context.Cause(working)
}
