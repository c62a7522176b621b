package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// jobEnded answers who cancels a job too late.
var jobEnded = apiError{http.StatusConflict, "The job has already ended."}

// tooManyJobs answers a user who has as many jobs as may wait.
var tooManyJobs = apiError{http.StatusTooManyRequests, fmt.Sprintf("You have %d imports waiting. Try again when one of them has finished.", queue.MaxWaiting)}

// queued answers a request that has become a job, with the job and its address.
func (a *API) queued(ctx context.Context, r *request, sid string) (response, error) {
	res := record.Jobs
	row, err := a.DB.Get(ctx, res, store.Scope{UserID: r.Caller.ID}, sid)
	if err != nil {
		return response{}, err
	}
	url := httpd.InfoOf(ctx).BaseURL + surfaceA + res.Path + "/" + sid
	b := res.AppendJSON([]byte(`{"data":{"job":`), row)
	b = jsontree.AppendString(append(b, `,"url":`...), url)
	return response{Status: http.StatusAccepted, Location: url, Body: append(b, "}}"...)}, nil
}

// watchJob says how far a job is, as server-sent events, until it has ended.
func (a *API) watchJob(ctx context.Context, r *request) (response, error) {
	sid := r.sid(record.Jobs.Param())
	if _, err := a.Jobs.Progress(ctx, r.Caller.ID, sid); err != nil {
		return response{}, err
	}
	return response{Write: func(w http.ResponseWriter) error {
		if r.Method == http.MethodHead {
			return nil
		}
		err := a.Jobs.Watch(ctx, r.Caller.ID, sid, queue.Stream{Events: httpd.NewEvents(w)})
		if errors.Is(err, queue.ErrTooMany) {
			writeError(w, tooMany)
			return nil
		}
		return gone(ctx, err)
	}}, nil
}

// cancelJob ends a job that waits or runs.
func (a *API) cancelJob(ctx context.Context, r *request) (response, error) {
	err := a.Imports.Cancel(ctx, r.Caller.ID, r.sid(record.Jobs.Param()))
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
