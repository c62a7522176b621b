package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// listInstances and getInstance are surface A: what surface B shows, with counts and the map.
func (a *API) listInstances(ctx context.Context, r *request) (response, error) {
	return a.listWith(ctx, r, record.InstanceSummaries, appendSummary)
}

func (a *API) getInstance(ctx context.Context, r *request) (response, error) {
	row, err := a.DB.Get(ctx, record.InstanceSummaries, store.Scope{UserID: r.Caller.ID}, instanceSID(r.Request))
	if err != nil {
		return response{}, err
	}
	return ok(append(appendSummary([]byte(`{"data":`), row), '}')), nil
}

// appendSummary appends an instance of surface A.
func appendSummary(b []byte, row record.Row) []byte {
	return appendWithMap(b, record.InstanceSummaries, row)
}

// appendWithMap puts the map, which the row holds in hidden fields, before the record's end.
func appendWithMap(b []byte, res *record.Resource, row record.Row) []byte {
	b = res.AppendJSON(b, row)
	b = append(b[:len(b)-1], `,"map":{`...)
	b = appendMember(b, "id", row[res.Index("map_id")])
	b = appendMember(append(b, ','), "name", row[res.Index("map_name")])
	b = appendMember(append(b, ','), "name_short", row[res.Index("map_name_short")])
	b = appendMember(append(b, ','), "url", row[res.Index("map_url")])
	b = append(b, `,"is_modded":`...)
	b = strconv.AppendBool(b, row[res.Index("map_is_modded")] == int64(1))
	return append(b, "}}"...)
}

func appendMember(b []byte, key string, value any) []byte {
	b = append(jsontree.AppendString(b, key), ':')
	return jsontree.AppendValue(b, value)
}

// defaultAmount is the size of a page of surface B.
const defaultAmount = 30

// pageOfInstances is the list of surface B.
func (a *API) pageOfInstances(ctx context.Context, r *request) (response, error) {
	in, err := r.input()
	if err != nil {
		return response{}, err
	}
	ask := record.Instances.ParseQuery(in)
	ask.PerPage = record.ClampPerPage(record.TextParam(in, "amount"), defaultAmount)
	ask.Search = record.TextParam(in, "like")
	page, err := a.DB.List(ctx, record.Instances, store.Scope{UserID: r.Caller.ID}, ask)
	if err != nil {
		return response{}, err
	}
	return paginator(r, page, record.Instances.AppendJSON), nil
}

// showInstance answers one instance with its map.
func (a *API) showInstance(ctx context.Context, r *request) (response, error) {
	row, err := a.DB.Get(ctx, record.Instances, store.Scope{UserID: r.Caller.ID}, instanceSID(r.Request))
	if err != nil {
		return response{}, err
	}
	return ok(instanceWithMap(row)), nil
}

func instanceWithMap(row record.Row) []byte { return appendWithMap(nil, record.Instances, row) }

// createInstance makes an instance of the caller, with an economy core of the defaults, where his plan has room for one more.
func (a *API) createInstance(ctx context.Context, r *request) (response, error) {
	refs := store.References{DB: a.DB, Scope: store.Scope{UserID: r.Caller.ID}}
	values, err := a.accept(ctx, r, record.Instances, refs, false)
	if err != nil {
		return response{}, err
	}
	row, err := a.DB.CreateInstanceWithin(ctx, r.Caller.ID, r.Caller.Plan.MaxInstances, values)
	if errors.Is(err, store.ErrFull) {
		return response{}, validate.Refused("name", validate.IsOverPlan.Saying(r.Caller.Plan.NoInstanceLeft()))
	}
	if err != nil {
		return response{}, operation.Taken(record.Instances, err)
	}
	return response{Status: http.StatusCreated, Body: record.Instances.AppendJSON(nil, row)}, nil
}

// updateInstance changes any subset of an instance's fields.
func (a *API) updateInstance(ctx context.Context, r *request, scope store.Scope) (response, error) {
	values, err := a.accept(ctx, r, record.Instances, store.References{DB: a.DB, Scope: scope}, true)
	if err != nil {
		return response{}, err
	}
	row, err := a.DB.UpdateInstance(ctx, scope, instanceSID(r.Request), values)
	if err != nil {
		return response{}, operation.Taken(record.Instances, err)
	}
	return ok(instanceWithMap(row)), nil
}

// deleteInstance removes an instance and everything that belongs to it.
func (a *API) deleteInstance(ctx context.Context, r *request) (response, error) {
	if err := a.DB.DeleteInstance(ctx, r.Caller.ID, instanceSID(r.Request)); err != nil {
		return response{}, err
	}
	return ok(deleted(nil)), nil
}
