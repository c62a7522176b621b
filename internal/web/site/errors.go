package site

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/outage"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/web/pages"
)

// statusError is an error with its HTTP status and texts.
type statusError struct {
	status  int
	message string // for JSON clients; empty for the usual text of the status
	json    []byte // for JSON clients, instead of a message
	header  map[string]string
	text    string // on the page; empty for the usual text of the status
}

func (e statusError) Error() string { return http.StatusText(e.status) }

// Errors that answer with a status of their own.
var (
	ErrForbidden   = statusError{status: http.StatusForbidden}
	ErrNotFound    = statusError{status: http.StatusNotFound}
	errTooLarge    = statusError{status: http.StatusRequestEntityTooLarge}
	errPageExpired = statusError{status: pages.PageExpired}
	errDiskFull    = statusError{status: http.StatusInsufficientStorage}
	errUnavailable = statusError{
		status: http.StatusServiceUnavailable, header: map[string]string{"Retry-After": strconv.Itoa(int(outage.RetryAfter / time.Second))},
	}
)

// messages are the texts for JSON clients.
var messages = map[int]string{
	http.StatusUnauthorized:          "Unauthenticated.",
	http.StatusForbidden:             "This action is unauthorized.",
	http.StatusNotFound:              "Not Found.",
	http.StatusRequestEntityTooLarge: "The POST data is too large.",
	pages.PageExpired:                "CSRF token mismatch.",
	http.StatusTooManyRequests:       "Too Many Attempts.",
	http.StatusInternalServerError:   "Server Error",
	http.StatusServiceUnavailable:    outage.UnavailableText,
	http.StatusInsufficientStorage:   outage.FullText,
}

// publicError returns what a client may know about an error; ok is false if the error belongs in the log as well.
func publicError(err error) (e statusError, ok bool) {
	var limit *http.MaxBytesError
	var body *httpd.BodyError
	var full stored.LimitError
	var unwritten mission.WriteError
	var denied access.Denied
	switch {
	case errors.As(err, &denied):
		return statusError{status: http.StatusForbidden, message: denied.Error(), text: denied.Error()}, true
	case errors.As(err, &e):
		return e, true
	case errors.As(err, &unwritten):
		text := unwritten.Error() + "."
		return statusError{status: http.StatusUnprocessableEntity, message: text, text: text}, true
	case errors.As(err, &limit):
		return errTooLarge, true
	case errors.As(err, &body):
		return statusError{status: body.Status(), message: "The request was interrupted before all of it arrived."}, true
	case errors.As(err, &full):
		return statusError{status: http.StatusRequestEntityTooLarge, json: full.AppendJSON(nil)}, true
	case errors.Is(err, store.ErrNotFound):
		return ErrNotFound, true
	case errors.Is(err, store.ErrReviewed):
		return statusError{status: http.StatusForbidden, message: store.ErrReviewed.Error(), text: store.ErrReviewed.Error()}, true
	case errors.Is(err, store.ErrReadOnly):
		return ErrForbidden, true
	case errors.Is(err, outage.ErrFull):
		return errDiskFull, false
	case errors.Is(err, outage.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return errUnavailable, false
	}
	return statusError{status: http.StatusInternalServerError}, false
}

// body returns the answer for JSON clients.
func (e statusError) body() []byte {
	switch {
	case e.json != nil:
		return e.json
	case e.message != "":
		return MessageJSON(e.message)
	}
	return messageJSON(e.status)
}

func messageJSON(status int) []byte {
	text, known := messages[status]
	if !known {
		text = http.StatusText(status)
	}
	return MessageJSON(text)
}

// MessageJSON returns a JSON object with the text as its message.
func MessageJSON(text string) []byte {
	return append(jsontree.AppendString([]byte(`{"message":`), text), '}')
}
