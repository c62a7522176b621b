package httpd_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"quartermaster/internal/gate"
	"quartermaster/internal/httpd"
)

// TestWithRoom turns away who comes while there is no room, and nobody once there is some again, also after a panic.
func TestWithRoom(t *testing.T) {
	t.Parallel()
	inside, leave := make(chan struct{}), make(chan struct{})
	next := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/panic" {
			panic("a mistake")
		}
		inside <- struct{}{}
		<-leave
	})
	busy := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	h := httpd.WithRoom(2, next, busy)
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		defer func() { _ = recover() }()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return w
	}
	for range 3 {
		ask("/panic")
	}
	answered := make(chan int, 2)
	for range 2 {
		go func() { answered <- ask("/").Code }()
		<-inside
	}
	if w := ask("/"); w.Code != http.StatusServiceUnavailable {
		t.Errorf("the third of two: %d", w.Code)
	}
	close(leave)
	for range 2 {
		if code := <-answered; code != http.StatusOK {
			t.Errorf("one of two: %d", code)
		}
	}
}

// TestOneAccountLeavesRoom for others: it gets half of what is answered at once.
func TestOneAccountLeavesRoom(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan error), make(chan struct{})
	next := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		account := int64(len(r.URL.Path))
		_, err := httpd.Belongs(r.Context(), account)
		entered <- err
		<-leave
	})
	h := httpd.WithRoom(4, next, http.NotFoundHandler())
	var answered sync.WaitGroup
	ask := func(path string) error {
		answered.Go(func() {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		})
		return <-entered
	}
	for n, want := range []error{nil, nil, gate.ErrBusy} {
		if err := ask("/"); !errors.Is(err, want) {
			t.Errorf("request %d of an account: %v, want %v", n+1, err, want)
		}
	}
	if err := ask("/other"); err != nil {
		t.Errorf("another account: %v", err)
	}
	close(leave)
	answered.Wait()
	leave = make(chan struct{})
	close(leave)
	if err := ask("/"); err != nil {
		t.Errorf("after that: %v", err)
	}
	answered.Wait()
}
