package api

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// showEconomyCore answers the economy core of an instance, bare as all of surface B.
func (a *API) showEconomyCore(ctx context.Context, r *request, scope store.Scope) (response, error) {
	row, err := a.DB.EconomyCore(ctx, scope)
	if err != nil {
		return response{}, err
	}
	return ok(record.EconomyCores.AppendJSON(nil, row)), nil
}

// saveEconomyCore changes any subset of the fields.
func (a *API) saveEconomyCore(ctx context.Context, r *request, scope store.Scope) (response, error) {
	values, err := a.accept(ctx, r, record.EconomyCores, store.References{DB: a.DB, Scope: scope}, true)
	if err != nil {
		return response{}, err
	}
	row, err := a.DB.UpdateEconomyCore(ctx, scope, values)
	if err != nil {
		return response{}, err
	}
	return ok(record.EconomyCores.AppendJSON(nil, row)), nil
}

// resetEconomyCore puts the record back to the defaults, under a new sid.
func (a *API) resetEconomyCore(ctx context.Context, r *request, scope store.Scope) (response, error) {
	if err := a.DB.ResetEconomyCore(ctx, scope); err != nil {
		return response{}, err
	}
	return ok(deleted(nil)), nil
}
