package httpd

import (
	"context"
	"net/http"
	"slices"
	"time"
)

// Observer is told of requests. It is safe for concurrent use.
type Observer interface {
	// Request is called when a request arrives. The request continues with the returned context; answered is called at its end.
	Request(ctx context.Context, r *http.Request) (inner context.Context, answered func(Answer))
}

// Answer describes a request that has been answered.
type Answer struct {
	Method string // as the client has sent it, which may be anything
	Route  string // the pattern of its path, such as /api/v1/instances/{instance}; empty for a path that leads nowhere
	Status int
	Took   time.Duration
}

// SetRoute says which route a request has taken, by the pattern of its path.
func SetRoute(ctx context.Context, pattern string) {
	if info := InfoOf(ctx); info.route != nil {
		*info.route = pattern
	}
}

// observed tells the observers of a request.
func (c Config) observed(ctx context.Context, r *http.Request) (inner context.Context, answered func(Answer)) {
	var ends []func(Answer)
	for _, observer := range c.Observers {
		var end func(Answer)
		ctx, end = observer.Request(ctx, r)
		ends = append(ends, end)
	}
	return ctx, func(a Answer) {
		for _, end := range slices.Backward(ends) {
			end(a)
		}
	}
}
