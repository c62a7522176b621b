package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/bulk"
	"quartermaster/internal/health"
	"quartermaster/internal/httpd"
	"quartermaster/internal/layers"
	"quartermaster/internal/mission"
	"quartermaster/internal/operation"
	"quartermaster/internal/outage"
	"quartermaster/internal/problem"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
)

// retryAfter holds the Retry-After headers of what may succeed later, which a handler may replace.
var retryAfter = map[problem.Type][]string{
	problem.RateLimit:   {strconv.Itoa(int(queue.RetryAfter / time.Second))},
	problem.TooManyJobs: {strconv.Itoa(int(queue.RetryAfter / time.Second))},
	problem.Unavailable: {strconv.Itoa(int(outage.RetryAfter / time.Second))},
}

// The errors of the wire.
var (
	unauthenticated = problem.Unauthenticated.Usual()
	noAccess        = problem.NoAccess.Usual()
	reviewed        = problem.Reviewed.Usual()
	readOnly        = problem.ReadOnly.Usual()
	unknownPath     = problem.UnknownPath.Usual()
	notFound        = problem.NotFound.Usual()
	noTarget        = problem.NoTarget.Usual()
	tooLarge        = problem.TooLarge.Usual()
	tooMany         = problem.RateLimit.Usual()
	serverError     = problem.ServerError.Usual()
	unavailable     = problem.Unavailable.Usual()
	diskFull        = problem.DiskFull.Usual()
	givenUp         = problem.Incomplete.Saying("The connection was closed before the response.")
)

// cutShort is for a body that did not arrive whole.
func cutShort(status int) problem.Error {
	e := problem.Incomplete.Usual()
	e.Type.Status = status
	return e
}

// publicError returns the error that a client gets; ok is false for one that also belongs into the log.
func publicError(err error) (e problem.Error, ok bool) {
	var known problem.Error
	var limit *http.MaxBytesError
	var body *httpd.BodyError
	var denied access.Denied
	switch {
	case errors.As(err, &denied):
		return problem.NoPermission.Saying(denied.Error()), true
	case errors.As(err, &known):
		return known, true
	case errors.As(err, &limit):
		return tooLarge, true
	case errors.As(err, &body):
		return cutShort(body.Status()), true
	case errors.Is(err, store.ErrNotFound):
		return notFound, true
	case errors.Is(err, target.ErrNone):
		return noTarget, true
	case errors.Is(err, store.ErrReviewed):
		return reviewed, true
	case errors.Is(err, store.ErrReadOnly):
		return readOnly, true
	case errors.Is(err, outage.ErrFull):
		return diskFull, false
	case errors.Is(err, outage.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return unavailable, false
	}
	return serverError, false
}

// fail writes an error. What is not meant for the client goes into the log.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	a.failureOf(r, err).write(w, r)
}

// failureOf returns the answer to a request that has failed.
func (a *API) failureOf(r *http.Request, err error) failure {
	var whole failure
	var invalid validate.Errors
	var failed operation.Failed
	var unwritten mission.WriteError
	var full stored.LimitError
	var other bulk.Mismatch
	var clashes layers.Clashes
	var unwell health.Failure
	switch {
	case errors.As(err, &whole):
		return whole
	case errors.As(err, &unwritten):
		return failedFields(validate.Refusal("path", unwritten.Error()+"."))
	case errors.As(err, &invalid):
		return failedFields(invalid)
	case errors.As(err, &failed):
		return failedWith(failed.Problems, failed.Data)
	case errors.As(err, &other):
		return newFailure(problem.Conflict, other.Error(), operation.MismatchJSON(other))
	case errors.As(err, &clashes):
		return newFailure(problem.Conflict, clashes.Error(), operation.ClashesJSON(clashes))
	case errors.As(err, &unwell):
		return unhealthy(unwell)
	case errors.As(err, &full):
		return newFailure(problem.OverPlan, full.Error(), full.AppendJSON(nil))
	}
	public, ok := publicError(err)
	switch {
	case ok:
	case r.Context().Err() != nil:
		public = givenUp
	default:
		a.Logger.ErrorContext(r.Context(), "request failed", "id", requestID(r), "path", r.URL.Path, "error", err)
	}
	return failureFrom(public)
}

// writeError answers with an error.
func writeError(w http.ResponseWriter, r *http.Request, e problem.Error) { failureFrom(e).write(w, r) }

// Busy answers a request for which there is no room.
func Busy(w http.ResponseWriter, r *http.Request) { writeError(w, r, unavailable) }

// Failed answers for a handler that panicked.
func Failed(w http.ResponseWriter, r *http.Request) { writeError(w, r, serverError) }
