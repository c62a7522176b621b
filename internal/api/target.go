package api

import (
	"context"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
	"quartermaster/internal/target"
)

// getTarget answers how the files of the server are reached.
func (a *API) getTarget(ctx context.Context, r *request, scope store.Scope) (response, error) {
	t, err := a.Targets.Get(ctx, scope)
	return targetAnswer(t), err
}

// setTarget sets how they are reached.
func (a *API) setTarget(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	t, err := a.Targets.Put(ctx, scope, in)
	return targetAnswer(t), err
}

func targetAnswer(t target.Target) response {
	return ok(append(t.AppendJSON([]byte(`{"data":`)), '}'))
}

// deleteTarget forgets how they are reached.
func (a *API) deleteTarget(ctx context.Context, _ *request, scope store.Scope) (response, error) {
	return ok(deleted(nil)), a.Targets.Delete(ctx, scope)
}

// testTarget connects to the server and answers what is there. There is nothing in the body, but it has to arrive whole.
func (a *API) testTarget(ctx context.Context, _ *request, scope store.Scope, _ *jsontree.Object) (response, error) {
	test, err := a.Targets.Test(ctx, scope)
	if err != nil {
		return response{}, err
	}
	return ok(append(test.AppendJSON([]byte(`{"data":`)), '}')), nil
}
