package api

import (
	"context"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// onInstance answers a request about an instance.
type onInstance func(ctx context.Context, r *request, scope store.Scope) (response, error)

// onInstanceWith answers a request about an instance that says more in its query or body.
type onInstanceWith func(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error)

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

// ofInstanceWith finds the instance, and then reads the query and the body. Rules check them, unless they are nil.
func ofInstanceWith(rules *validate.Validator, h onInstanceWith) handler {
	return ofInstance(func(ctx context.Context, r *request, scope store.Scope) (response, error) {
		in, err := r.checked(ctx, rules)
		if err != nil {
			return response{}, err
		}
		return h(ctx, r, scope, in)
	})
}

// checked reads the query and the body, and has rules check them unless they are nil.
func (r *request) checked(ctx context.Context, rules *validate.Validator) (*jsontree.Object, error) {
	in, err := r.input()
	if err == nil && rules != nil {
		err = rules.Check(ctx, in)
	}
	return in, err
}
