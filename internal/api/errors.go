package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/outage"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
)

// apiError is an error whose text goes to the client unchanged.
type apiError struct {
	status  int
	message string
}

func (e apiError) Error() string { return e.message }

// retryAfter holds the Retry-After headers by status, which a handler may replace.
var retryAfter = map[int][]string{
	http.StatusTooManyRequests:    {strconv.Itoa(int(queue.RetryAfter / time.Second))},
	http.StatusServiceUnavailable: {strconv.Itoa(int(outage.RetryAfter / time.Second))},
}

// The errors of the wire, with their exact texts.
var (
	unauthenticated = apiError{http.StatusUnauthorized, "Unauthenticated."}
	forbidden       = apiError{http.StatusForbidden, "This action is unauthorized."}
	notFound        = apiError{http.StatusNotFound, "Not Found."}
	noTarget        = apiError{http.StatusNotFound, "This instance has no target."}
	tooLarge        = apiError{http.StatusRequestEntityTooLarge, "The POST data is too large."}
	tooMany         = apiError{http.StatusTooManyRequests, "Too Many Attempts."}
	serverError     = apiError{http.StatusInternalServerError, "Server Error"}
	unavailable     = apiError{http.StatusServiceUnavailable, outage.UnavailableText}
	diskFull        = apiError{http.StatusInsufficientStorage, outage.FullText}
	givenUp         = apiError{http.StatusBadRequest, "The connection was closed before the response."}
)

// cutShort is for a body that did not arrive whole.
const cutShort = "The request was interrupted before all of it arrived."

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
		return apiError{body.Status(), cutShort}, true
	case errors.Is(err, store.ErrNotFound):
		return notFound, true
	case errors.Is(err, target.ErrNone):
		return noTarget, true
	case errors.Is(err, store.ErrReadOnly):
		return forbidden, true
	case errors.Is(err, outage.ErrFull):
		return diskFull, false
	case errors.Is(err, outage.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return unavailable, false
	}
	return serverError, false
}

// fail writes an error. What is not meant for the client goes into the log.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	var invalid validate.Errors
	var unwritten mission.WriteError
	if errors.As(err, &unwritten) {
		invalid.AddSentence("path", unwritten.Error()+".")
	}
	if invalid != nil || errors.As(err, &invalid) {
		writeJSON(w, http.StatusUnprocessableEntity, invalid.AppendJSON(nil))
		return
	}
	var full stored.LimitError
	if errors.As(err, &full) {
		writeJSON(w, http.StatusRequestEntityTooLarge, full.AppendJSON(nil))
		return
	}
	public, ok := publicError(err)
	switch {
	case ok:
	case r.Context().Err() != nil:
		public = givenUp
	default:
		a.Logger.ErrorContext(r.Context(), "request failed", "id", requestID(r), "path", r.URL.Path, "error", err)
	}
	writeError(w, public)
}

// writeError answers with an error. It adds Retry-After where trying again helps and the rate limit has not set it.
func writeError(w http.ResponseWriter, e apiError) {
	if h, wait := w.Header(), retryAfter[e.status]; wait != nil && h["Retry-After"] == nil {
		h["Retry-After"] = wait
	}
	b := append([]byte(`{"message":`), jsontree.AppendString(nil, e.message)...)
	writeJSON(w, e.status, append(b, '}'))
}

// Busy answers a request for which there is no room.
func Busy(w http.ResponseWriter, _ *http.Request) { writeError(w, unavailable) }

// Failed answers for a handler that panicked.
func Failed(w http.ResponseWriter, _ *http.Request) { writeError(w, serverError) }
