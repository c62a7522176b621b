package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"quartermaster/internal/operation"
	"quartermaster/internal/problem"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

const (
	keyHeader = "Idempotency-Key"
	maxKey    = 255 // characters
	// maxKeyedBody is the largest body that any endpoint with keys takes; most take less, and check that themselves.
	maxKeyedBody = max(operation.LargeBody, csvBodyLimit)
	// closingTime is left of a reservation when its request is cut off, so that the key is settled before another takes it over.
	closingTime = 10 * time.Second
)

// The conflicts of a key that the user has used before.
var (
	stillRunning = problem.KeyConflict.Saying("A request with this Idempotency-Key is still running.")
	answerLost   = problem.KeyConflict.Saying("The request with this Idempotency-Key was carried out, but its response was lost.")
	notKept      = problem.KeyConflict.Saying("The request with this Idempotency-Key has succeeded, but its response was too large to be " +
		"kept.")
)

// idempotent runs a request with an Idempotency-Key once: when it comes again, the answer that it had comes again.
// A key belongs to its user and to the method, address and body that it was first used with.
func (a *API) idempotent(h handler) handler {
	return func(ctx context.Context, r *request) (response, error) {
		sent := r.Header.Values(keyHeader)
		if len(sent) == 0 {
			return h(ctx, r)
		}
		if len(sent) > 1 || !isKey(sent[0]) {
			return response{}, keyProblem(validate.FormatIsInvalid.Saying("The Idempotency-Key must have 1 to 255 visible ASCII characters."))
		}
		digest, err := r.digest()
		if err != nil {
			return response{}, err
		}
		reserved, kept, err := a.keys.Reserve(ctx, r.Caller.ID, sent[0], digest)
		switch {
		case err != nil:
			return response{}, keyError(err)
		case kept != nil:
			return replay(*kept)
		}
		return a.once(ctx, r, h, reserved)
	}
}

func isKey(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return false
		}
	}
	return text != "" && len(text) <= maxKey
}

func keyProblem(message validate.Message) error { return validate.Refused(keyHeader, message) }

func keyError(err error) error {
	switch {
	case errors.Is(err, store.ErrKeyRunning):
		return stillRunning
	case errors.Is(err, store.ErrKeyTaken):
		return keyProblem(validate.IsTaken.Saying("The Idempotency-Key was used for another request."))
	case errors.Is(err, store.ErrAnswerLost):
		return answerLost
	}
	return err
}

// digest identifies a request by its method, address, body and token, but for the personal one. It reads the body and puts it back.
func (r *request) digest() (string, error) {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxKeyedBody))
	if err != nil {
		return "", err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %s\n", r.Method, r.URL.RequestURI())
	if token := r.Caller.Token; token != nil { // which may not be shown what another was answered
		fmt.Fprintf(sum, "%s\n", token.SID)
	}
	sum.Write(body)
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// replay is the answer that a request had the first time.
func replay(kept store.Answer) (response, error) {
	if kept.Body == nil {
		return response{}, notKept
	}
	return response{Status: kept.Status, ETag: kept.ETag, Body: kept.Body, Replayed: true}, nil
}

// once runs the request of a reservation. What it answers is kept if it succeeds; otherwise, even when it panics, the key is
// free again, unless it has changed something before it failed. It is cut off before the reservation ends.
func (a *API) once(ctx context.Context, r *request, h handler, reserved store.Reservation) (answer response, err error) {
	running, cancel := context.WithTimeout(ctx, store.ReservationTime-closingTime)
	defer cancel()
	succeeded := false
	defer func() { a.closeReservation(ctx, r, reserved, answer, succeeded) }()
	answer, err = h(reserved.Working(running), r)
	succeeded = err == nil && answer.Status < http.StatusMultipleChoices
	return answer, keyError(err)
}

// closeReservation keeps the answer or frees the key, even for a client that has gone. What goes wrong does not change the answer: the
// request itself is done.
func (a *API) closeReservation(ctx context.Context, r *request, reserved store.Reservation, answer response, succeeded bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
	defer cancel()
	closeKey := a.keys.Release
	if succeeded {
		closeKey = func(ctx context.Context, reserved store.Reservation) error {
			return a.keys.Keep(ctx, reserved, store.Answer{Status: answer.status(), ETag: answer.ETag, Body: answer.Body})
		}
	}
	if err := closeKey(ctx, reserved); err != nil {
		a.Logger.ErrorContext(ctx, "closing an Idempotency-Key failed", "id", requestID(r.Request), "error", err)
	}
}
