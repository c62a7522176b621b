package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"quartermaster/internal/docset"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/problem"
	"quartermaster/internal/store"
)

// permitted passes on requests of those who have the permission that an endpoint needs, and whose token has it. Others get access.Denied,
// or store.ErrNotFound where nothing is at the address. Who is no member is told by the handler that there is no such instance.
func (a *API) permitted(e endpoint.Endpoint, h handler) handler {
	return func(ctx context.Context, r *request) (response, error) {
		scope, onInstance := r.account(), instanceSID(r.Request) != ""
		var denied error
		if onInstance {
			if scope = r.Caller.Instance.Scope; scope.InstanceID == 0 {
				return h(ctx, r)
			}
			denied = scope.Demand(e.Needs())
		}
		if denied == nil {
			denied = r.deniedToToken(e, onInstance)
		}
		if denied == nil && e.Operation != nil && e.Operation.ByAdmins {
			denied = a.deniedToOthers(ctx, r)
		}
		if denied == nil && onInstance {
			ctx = r.overriding(ctx)
			denied = r.reviewedError(e)
		}
		if denied == nil {
			return h(ctx, r)
		}
		if err := a.bound(ctx, r, e, scope); err != nil {
			return response{}, err
		}
		return response{}, denied
	}
}

// noted notes what a token is used for, but for the personal one.
func (a *API) noted(e endpoint.Endpoint, h handler) handler {
	name := e.AuditName()
	return func(ctx context.Context, r *request) (response, error) {
		if t := r.Caller.Token; t != nil {
			a.DB.NoteUse(ctx, *t, byClient(r.Request), name)
		}
		return h(ctx, r)
	}
}

// deniedToOthers returns the error for what only administrators may; nil for them.
func (a *API) deniedToOthers(ctx context.Context, r *request) error {
	user, err := a.Accounts.ByID(ctx, r.Caller.ID)
	switch {
	case err != nil:
		return err
	case !user.IsAdmin:
		return problem.NoPermission.Saying("This needs an administrator of the service.")
	case r.Caller.Token != nil && !r.Caller.Token.Everywhere:
		return problem.NoPermission.Saying("This needs a token for all instances.")
	}
	return nil
}

// deniedToToken returns the error for what a token may not, though its user might; nil for the personal token. What an account has itself,
// as its reference data, is changed only by a token that works on all of its instances.
func (r *request) deniedToToken(e endpoint.Endpoint, onInstance bool) error {
	token, o := r.Caller.Token, e.Operation
	if token == nil {
		return nil
	}
	if o != nil && o.ByPeople {
		return problem.NoPermission.Saying("A token cannot make tokens.")
	}
	err := token.May.Demand(e.Needs())
	if err == nil && o != nil {
		err = token.May.Demand(o.NeedsToken)
	}
	if err == nil && !onInstance && e.Method != http.MethodGet && !token.Everywhere {
		err = problem.NoPermission.Saying("This needs a token for all instances.")
	}
	return err
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
	case slices.Contains(params, "token"):
		err = a.boundToken(ctx, scope, r.sid("token"))
	case slices.Contains(params, "layer"):
		_, err = a.Layers.Get(ctx, scope, r.sid("layer"))
	case slices.Contains(params, "comment"):
		_, err = a.DB.Comment(ctx, scope, r.sid("comment"))
	case slices.Contains(params, "draft"):
		_, err = a.DB.Draft(ctx, scope, r.sid("draft"))
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

// boundToken looks for a token of an instance; those of a user are told by the handler.
func (a *API) boundToken(ctx context.Context, scope store.Scope, sid string) error {
	if scope.InstanceID == 0 {
		return nil
	}
	list, err := a.DB.InstanceTokens(ctx, scope)
	if err == nil && !slices.ContainsFunc(list, func(t store.Token) bool { return t.SID == sid }) {
		err = store.ErrNotFound
	}
	return err
}
