package api

import (
	"context"

	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// asked returns the instance of a request about its files, and what writes these as the request asks for them.
func (a *API) asked(ctx context.Context, r *request) (store.Scope, *mission.Service, error) {
	scope, err := r.instance()
	if err != nil {
		return scope, nil, err
	}
	kinds, ok := mission.ParseOnDemand(r.URL.Query().Get("include"))
	if !ok {
		var problems validate.Errors
		problems.AddFailure("include", validate.SelectionIsInvalid)
		return scope, nil, problems
	}
	return scope, a.Missions.Including(kinds...), nil
}
