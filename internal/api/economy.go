package api

import (
	"context"

	"quartermaster/internal/operation"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
)

// proposeEconomy answers what the operations of a batch would do to the economy. Nothing of them is kept.
func (a *API) proposeEconomy(ctx context.Context, r *request, scope store.Scope) (response, error) {
	in, err := r.inputWithin(operation.LargeBody, "data")
	if err != nil {
		return response{}, err
	}
	operations, err := operation.ReadBatch(ctx, in)
	if err != nil {
		return response{}, err
	}
	before, after, revision, err := a.Economy.Proposed(ctx, scope, func(edit store.EditFunc) error {
		return edit(ctx, func(e *store.Edit) error {
			_, err := e.Batch(ctx, operations)
			return err
		})
	})
	if err != nil {
		return response{}, operation.BatchError(err, "operations", operation.FieldOfOperation)
	}
	return ok(dataBody(shape.Append(nil, operation.Proposed(revision, before, after)))), nil
}
