package api

import (
	"context"
	"strconv"

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

// onRevision answers a request about a revision of an instance.
type onRevision func(ctx context.Context, r *request, scope store.Scope, number int64, in *jsontree.Object) (response, error)

// ofRevision finds the instance and the number of a revision, and then reads the query and the body. What is no number is not there. Rules
// check the input, unless they are nil.
func ofRevision(rules *validate.Validator, h onRevision) handler {
	return ofInstance(func(ctx context.Context, r *request, scope store.Scope) (response, error) {
		number, err := strconv.ParseInt(r.sid("revision"), 10, 64)
		if err != nil {
			return response{}, notFound
		}
		in, err := r.checked(ctx, rules)
		if err != nil {
			return response{}, err
		}
		return h(ctx, r, scope, number, in)
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
