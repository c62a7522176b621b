package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/operation"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestKeyIsFreeAfterwards runs handlers that fail in ways of which no endpoint is known, for a client that has gone meanwhile.
func TestKeyIsFreeAfterwards(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		db := storetest.Open(t)
		a := New(Config{Services: operation.Services{DB: db, Clock: time.Now, Logger: slog.New(slog.DiscardHandler)}})
		r := keyedRequest(t, storetest.User(t, db), a)
		for name, fail := range map[string]func() (response, error){
			"error":   func() (response, error) { return response{}, errors.New("broken") },
			"refusal": func() (response, error) { return response{Status: http.StatusUnprocessableEntity}, nil },
			"panic":   func() (response, error) { panic("broken") },
		} {
			t.Run(name, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				ran := false
				func() {
					defer func() { _ = recover() }()
					_, _ = a.idempotent(func(context.Context, *request) (response, error) {
						ran = true
						cancel()
						return fail()
					})(ctx, r)
				}()
				res, kept, err := a.keys.Reserve(t.Context(), r.Caller.ID, "k", "another request")
				if !ran || kept != nil || err != nil {
					t.Fatalf("ran: %v; then %v, %v", ran, kept, err)
				}
				if err := a.keys.Release(t.Context(), res); err != nil {
					t.Fatal(err)
				}
			})
		}
	})
}

func keyedRequest(t *testing.T, userID int64, a *API) *request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "/x", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set(keyHeader, "k")
	return &request{Request: req, Caller: account.Caller{ID: userID}, api: a}
}

// TestKeyedRequestEndsBeforeItsReservation holds that no request still runs when another may take its key over.
func TestKeyedRequestEndsBeforeItsReservation(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	a := New(Config{Services: operation.Services{DB: db, Clock: time.Now}})
	end := time.Now().Add(store.ReservationTime)
	_, err := a.idempotent(func(ctx context.Context, _ *request) (response, error) {
		if deadline, ok := ctx.Deadline(); !ok || deadline.Add(closingTime-time.Second).After(end) {
			t.Errorf("the request may run until %v, its reservation ends at %v", deadline, end)
		}
		return ok(nil), nil
	})(t.Context(), keyedRequest(t, storetest.User(t, db), a))
	if err != nil {
		t.Error(err)
	}
}
