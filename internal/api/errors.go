package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/mission"
	"quartermaster/internal/outage"
	"quartermaster/internal/problem"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
)

// apiError is an error whose text goes to the client unchanged.
type apiError struct {
	kind    problem.Type
	message string
}

func (e apiError) Error() string { return e.message }

// retryAfter holds the Retry-After headers of what may succeed later, which a handler may replace.
var retryAfter = map[problem.Type][]string{
	problem.RateLimit:   {strconv.Itoa(int(queue.RetryAfter / time.Second))},
	problem.TooManyJobs: {strconv.Itoa(int(queue.RetryAfter / time.Second))},
	problem.Unavailable: {strconv.Itoa(int(outage.RetryAfter / time.Second))},
}

// usual is the error of a type with the message that it always has.
func usual(kind problem.Type) apiError { return apiError{kind, kind.Message} }

// The errors of the wire.
var (
	unauthenticated = usual(problem.Unauthenticated)
	noAccess        = usual(problem.NoAccess)
	readOnly        = usual(problem.ReadOnly)
	unknownPath     = usual(problem.UnknownPath)
	notFound        = usual(problem.NotFound)
	noTarget        = usual(problem.NoTarget)
	tooLarge        = usual(problem.TooLarge)
	tooMany         = usual(problem.RateLimit)
	serverError     = usual(problem.ServerError)
	unavailable     = usual(problem.Unavailable)
	diskFull        = usual(problem.DiskFull)
	givenUp         = apiError{problem.Incomplete, "The connection was closed before the response."}
)

// cutShort is for a body that did not arrive whole.
func cutShort(status int) apiError {
	e := usual(problem.Incomplete)
	e.kind.Status = status
	return e
}

// publicError returns the error that a client gets; ok is false for one that also belongs into the log.
func publicError(err error) (e apiError, ok bool) {
	var known apiError
	var limit *http.MaxBytesError
	var body *httpd.BodyError
	switch {
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
	var unwritten mission.WriteError
	var full stored.LimitError
	switch {
	case errors.As(err, &whole):
		return whole
	case errors.As(err, &unwritten):
		return failedFields(validate.Refusal("path", unwritten.Error()+"."))
	case errors.As(err, &invalid):
		return failedFields(invalid)
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
	return public.failure()
}

// writeError answers with an error.
func writeError(w http.ResponseWriter, r *http.Request, e apiError) { e.failure().write(w, r) }

// Busy answers a request for which there is no room.
func Busy(w http.ResponseWriter, r *http.Request) { writeError(w, r, unavailable) }

// Failed answers for a handler that panicked.
func Failed(w http.ResponseWriter, r *http.Request) { writeError(w, r, serverError) }
