package api

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/problem"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// jobEnded answers who cancels a job too late.
var jobEnded = problem.JobEnded.Usual()

// queued answers a request that has become a job with the fields of the job and where it is. The members job and url say the same
// once more, for clients of earlier versions.
func (a *API) queued(ctx context.Context, r *request, sid string) (response, error) {
	return a.queuedOn(ctx, r, instanceSID(r.Request), sid)
}

// queuedOn is queued for a job of an instance that is not that of the route.
func (a *API) queuedOn(ctx context.Context, r *request, instance, sid string) (response, error) {
	res := record.Jobs
	row, err := a.DB.Get(ctx, res, store.Scope{UserID: r.Caller.ID}, sid)
	if err != nil {
		return response{}, err
	}
	base := httpd.InfoOf(ctx).BaseURL + surfaceA
	job := res.AppendJSON(nil, row)
	b := append(append([]byte(`{"data":`), job[:len(job)-1]...), `,"job":`...)
	b = jsontree.AppendString(append(append(b, job...), `,"url":`...), base+res.Path+"/"+sid)
	location := base + record.Instances.Path + "/" + instance + "/" + res.Path + "/" + sid
	return response{Status: http.StatusAccepted, Location: location, Body: append(b, "}}"...)}, nil
}

// job returns the sid of the job of the route, or store.ErrNotFound where the caller or the instance of the route has no such job.
func (a *API) job(ctx context.Context, r *request) (string, error) {
	scope, err := r.scope(record.Jobs)
	if err != nil {
		return "", err
	}
	sid := r.sid(record.Jobs.Param())
	_, err = a.DB.Get(ctx, record.Jobs, scope, sid)
	return sid, err
}

// watchJob says how far a job is, as server-sent events, until it has ended.
func (a *API) watchJob(ctx context.Context, r *request) (response, error) {
	sid, err := a.job(ctx, r)
	if err != nil {
		return response{}, err
	}
	return response{Write: func(w http.ResponseWriter) error {
		if r.Method == http.MethodHead {
			return nil
		}
		err := a.Jobs.Watch(ctx, r.Caller.ID, sid, queue.Stream{Events: httpd.NewEvents(w)})
		if errors.Is(err, queue.ErrTooMany) {
			return tooMany
		}
		return gone(ctx, err)
	}}, nil
}

// cancelJob ends a job that waits or runs.
func (a *API) cancelJob(ctx context.Context, r *request) (response, error) {
	sid, err := a.job(ctx, r)
	if err == nil {
		err = a.Imports.Cancel(ctx, r.Caller.ID, sid)
	}
	if errors.Is(err, queue.ErrEnded) {
		return response{}, jobEnded
	}
	return ok(deleted(nil)), err
}

// gone makes nothing of an error that says no more than that the client has left.
func gone(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
