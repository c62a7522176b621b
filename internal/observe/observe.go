package observe

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
)

// Observer is told of operations. It is safe for concurrent use.
type Observer interface {
	// Begin is called when an operation begins. The operation continues with the returned context; end is called once, with the
	// error of the operation.
	Begin(ctx context.Context, o Operation) (inner context.Context, end func(error))

	// Looked is called when something was looked up in memory, with whether it was there.
	Looked(cache string, found bool)
}

// Operation is something that takes time.
type Operation struct {
	Name    string      // one of few, such as "database query": metrics use it as a label
	Remote  bool        // done by another program
	Details []slog.Attr // for traces and the log; no secrets
}

type observersKey struct{}

// With returns a context with further observers.
func With(ctx context.Context, more ...Observer) context.Context {
	return context.WithValue(ctx, observersKey{}, slices.Concat(observersOf(ctx), more))
}

func observersOf(ctx context.Context) []Observer {
	list, _ := ctx.Value(observersKey{}).([]Observer)
	return list
}

func nothing(error) {}

// Begin tells the observers of the context that an operation begins. The operation continues with the returned context. end may be
// called several times, of which the first counts.
func Begin(ctx context.Context, o Operation) (inner context.Context, end func(error)) {
	list := observersOf(ctx)
	if len(list) == 0 {
		return ctx, nothing
	}
	ends := make([]func(error), len(list))
	for i, observer := range list {
		ctx, ends[i] = observer.Begin(ctx, o)
	}
	var once sync.Once
	return ctx, func(err error) {
		once.Do(func() {
			for _, end := range slices.Backward(ends) {
				end(err)
			}
		})
	}
}

// Looked tells the observers of the context whether something was found in the memory of that name.
func Looked(ctx context.Context, cache string, found bool) {
	for _, observer := range observersOf(ctx) {
		observer.Looked(cache, found)
	}
}

// The outcomes of operations.
const (
	OK        = "ok"
	Failed    = "failed"
	Cancelled = "cancelled" // by who has asked for it
)

// Outcome is the outcome of an operation that has ended with err.
func Outcome(err error) string {
	switch {
	case err == nil:
		return OK
	case errors.Is(err, context.Canceled):
		return Cancelled
	}
	return Failed
}
