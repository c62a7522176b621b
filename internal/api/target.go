package api

import (
	"context"

	"quartermaster/internal/target"
)

// getTarget answers how the files of the server are reached.
func (a *API) getTarget(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance()
	if err != nil {
		return response{}, err
	}
	t, err := a.Targets.Get(ctx, scope)
	return targetAnswer(t), err
}

// setTarget sets how they are reached.
func (a *API) setTarget(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance()
	if err != nil {
		return response{}, err
	}
	in, err := r.input()
	if err != nil {
		return response{}, err
	}
	t, err := a.Targets.Put(ctx, scope, in)
	return targetAnswer(t), err
}

func targetAnswer(t target.Target) response {
	return ok(append(t.AppendJSON([]byte(`{"data":`)), '}'))
}

// deleteTarget forgets how they are reached.
func (a *API) deleteTarget(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance()
	if err == nil {
		err = a.Targets.Delete(ctx, scope)
	}
	return ok(deleted(nil)), err
}

// testTarget connects to the server and answers what is there.
func (a *API) testTarget(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance()
	if err == nil {
		_, err = r.input() // there is nothing in it, but it has to arrive whole
	}
	if err != nil {
		return response{}, err
	}
	test, err := a.Targets.Test(ctx, scope)
	if err != nil {
		return response{}, err
	}
	return ok(append(test.AppendJSON([]byte(`{"data":`)), '}')), nil
}
