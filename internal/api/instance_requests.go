package api

import (
	"context"

	"quartermaster/internal/store"
)

// onInstance answers a request about an instance.
type onInstance func(ctx context.Context, r *request, scope store.Scope) (response, error)

// ofInstance finds the instance of a route before it is answered, or returns store.ErrNotFound.
func ofInstance(h onInstance) handler {
	return func(ctx context.Context, r *request) (response, error) {
		scope, err := r.instance()
		if err != nil {
			return response{}, err
		}
		return h(ctx, r, scope)
	}
}
