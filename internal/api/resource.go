package api

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/clash"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// list answers a page of a resource.
func (a *API) list(res *record.Resource) handler {
	return func(ctx context.Context, r *request) (response, error) {
		if wantsCSV(r) {
			return a.csvList(ctx, r, res)
		}
		return a.listWith(ctx, r, res, res.AppendJSON)
	}
}

// listWith answers a page of a resource whose records are written by appendRow.
func (a *API) listWith(ctx context.Context, r *request, res *record.Resource, appendRow rowWriter) (response, error) {
	w, err := a.wishOf(ctx, r, res)
	if err != nil {
		return response{}, err
	}
	page, err := a.DB.List(ctx, res, w.scope, w.ask)
	if err != nil {
		return response{}, err
	}
	answer := envelope(r, page, appendRow)
	answer.lasting = isLasting(res, w.ask)
	return answer, nil
}

// isLasting reports whether a list depends only on the records of the instance, the address and the caller.
func isLasting(res *record.Resource, ask record.Query) bool { return ask.Lasting() && res.Beside == "" }

// wish is what a request for a list asks for.
type wish struct {
	scope store.Scope
	sent  *jsontree.Object
	ask   record.Query
}

func (a *API) wishOf(ctx context.Context, r *request, res *record.Resource) (w wish, err error) {
	if w.scope, err = r.scope(res); err != nil {
		return w, err
	}
	if w.sent, err = r.input(); err != nil {
		return w, err
	}
	if w.ask, err = mission.InReadingOrder(ctx, a.DB, res, w.scope, res.ParseQuery(w.sent)); err != nil {
		return w, err
	}
	w.ask.Where, err = a.Where(ctx, w.scope, res, w.sent)
	return w, err
}

// get answers one record.
func (a *API) get(res *record.Resource) handler {
	return func(ctx context.Context, r *request) (response, error) {
		scope, err := r.scope(res)
		if err != nil {
			return response{}, err
		}
		row, err := a.DB.Get(ctx, res, scope, r.sid(res.Param()))
		if err != nil {
			return response{}, err
		}
		if wantsCSV(r) {
			return csvRecord(res, row), nil
		}
		return response{Body: wrapped(res, row), lasting: res.Beside == ""}, nil
	}
}

// create makes a record.
func (a *API) create(res *record.Resource) handler {
	return func(ctx context.Context, r *request) (response, error) {
		scope, err := r.scope(res)
		if err != nil {
			return response{}, err
		}
		if sendsCSV(r, res) {
			return a.importCSV(ctx, r, res, scope)
		}
		ahead := new(store.Ahead)
		values, err := a.accept(ctx, r, res, store.References{DB: a.DB, Scope: scope, Ahead: ahead}, false)
		if err != nil {
			return response{}, err
		}
		row, err := a.DB.CreateAhead(ctx, res, scope, values, ahead)
		if err != nil {
			return response{}, operation.Taken(res, err)
		}
		return shown(http.StatusCreated, res, row), nil
	}
}

// update changes a record: PUT with the required fields, PATCH without.
func (a *API) update(res *record.Resource) handler {
	return func(ctx context.Context, r *request) (response, error) {
		scope, err := r.scope(res)
		if err != nil {
			return response{}, err
		}
		old, err := a.DB.Get(ctx, res, scope, r.sid(res.Param()))
		if err == nil && res.BuiltIn(old) {
			err = readOnly
		}
		if err != nil {
			return response{}, err
		}
		values, err := a.acceptChange(ctx, r, res, scope, old)
		if err != nil {
			return response{}, err
		}
		row, err := a.DB.Update(ctx, res, scope, res.SID(old), values, r.preconditions(res)...)
		if err != nil {
			return response{}, operation.Taken(res, err)
		}
		return shown(http.StatusOK, res, row), nil
	}
}

// delete removes a record and counts the records that were deleted with it.
func (a *API) delete(res *record.Resource) handler {
	return func(ctx context.Context, r *request) (response, error) {
		scope, err := r.scope(res)
		if err != nil {
			return response{}, err
		}
		along, err := a.DB.Delete(ctx, res, scope, r.sid(res.Param()), r.preconditions(res)...)
		if errors.Is(err, store.ErrReference) {
			return response{}, validate.Refused(res.Param(), validate.IsInUse.Saying(clash.Called(err, clash.Delete, res.One, "")))
		}
		if err != nil {
			return response{}, err
		}
		return ok(deleted(along)), nil
	}
}

// accept reads and checks a body.
func (a *API) accept(ctx context.Context, r *request, res *record.Resource, refs store.References, partial bool) (record.Values, error) {
	in, err := r.input(res.Verbatim()...)
	if err != nil {
		return nil, err
	}
	return acceptBody(ctx, res, in, refs, partial)
}

// acceptChange is accept for a body that changes a record.
func (a *API) acceptChange(ctx context.Context, r *request, res *record.Resource, scope store.Scope,
	old record.Row,
) (record.Values, error) {
	in, err := r.input(res.Verbatim()...)
	if err != nil {
		return nil, err
	}
	res.FillFixed(in, old)
	refs := store.References{DB: a.DB, Scope: scope, Except: res.ID(old)}
	return acceptBody(ctx, res, in, refs, r.Method == http.MethodPatch)
}

func acceptBody(ctx context.Context, res *record.Resource, in *jsontree.Object, refs store.References,
	partial bool,
) (record.Values, error) {
	values, problems, err := refs.Accept(ctx, res, in, partial)
	if err != nil {
		return nil, err
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return values, nil
}

func wrapped(res *record.Resource, row record.Row) []byte {
	b := append(make([]byte, 0, 1024), `{"data":`...)
	return append(res.AppendJSON(b, row), '}')
}

func deleted(along []store.Count) []byte {
	b := []byte(`{"result":true`)
	for i, count := range along {
		b = append(b, []string{`,"deleted":{`, `,`}[min(i, 1)]...)
		b = append(jsontree.AppendString(b, count.Resource), ':')
		b = jsontree.AppendInt(b, count.N)
	}
	if len(along) > 0 {
		b = append(b, '}')
	}
	return append(b, '}')
}
