package httpd_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

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
