package api

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"quartermaster/internal/docset"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/store"
)

// permitted passes on requests of those who have the permission that an endpoint on an instance needs. Others get access.Denied, or
// store.ErrNotFound where nothing is at the address. Who is no member is told by the handler that there is no such instance.
func (a *API) permitted(e endpoint.Endpoint, h handler) handler {
	needs := e.Needs()
	return func(ctx context.Context, r *request) (response, error) {
		scope, err := r.instance()
		if err != nil || scope.Allows(needs) {
			return h(ctx, r)
		}
		if err := a.bound(ctx, r, e, scope); err != nil {
			return response{}, err
		}
		return response{}, scope.Role().Demand(needs)
	}
}

// bound returns store.ErrNotFound where what the path names is not there.
func (a *API) bound(ctx context.Context, r *request, e endpoint.Endpoint, scope store.Scope) (err error) {
	params := e.Params()
	if e.Record != nil && slices.Contains(params, e.Record.Param()) {
		_, err = a.DB.Get(ctx, e.Record, scope, r.sid(e.Record.Param()))
		return err
	}
	switch {
	case slices.Contains(params, "delivery"):
		_, err = a.Deliveries.Find(ctx, scope, r.sid("delivery"))
	case slices.Contains(params, "member"):
		_, err = a.DB.Member(ctx, scope, r.sid("member"))
	case slices.Contains(params, "document"):
		if _, err = a.Documents.Find(ctx, scope, r.sid("document"), r.URL.Query().Get("file")); errors.Is(err, docset.ErrWhich) {
			err = nil
		}
	case slices.Contains(params, "revision"):
		err = a.boundRevision(ctx, scope, r.sid("revision"))
	}
	return err
}

func (a *API) boundRevision(ctx context.Context, scope store.Scope, number string) error {
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return store.ErrNotFound
	}
	_, err = a.DB.Revision(ctx, scope, n)
	return err
}
