package cli

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestProbes(t *testing.T) {
	t.Parallel()
	running := t.Context()
	stopped, stop := context.WithCancel(running)
	stop()
	well, lost := func(context.Context) error { return nil }, func(context.Context) error { return errors.New("lost") }
	for _, tt := range []struct {
		name    string
		path    string
		leaving context.Context
		ready   func(context.Context) error
		status  int
	}{
		{"alive", "/healthz", running, well, http.StatusOK},
		{"alive without its database", "/healthz", running, lost, http.StatusOK},
		{"alive while it stops", "/healthz", stopped, well, http.StatusOK},
		{"ready", "/readyz", running, well, http.StatusOK},
		{"not ready without its database", "/readyz", running, lost, http.StatusServiceUnavailable},
		{"not ready while it stops", "/readyz", stopped, well, http.StatusServiceUnavailable},
		{"everything else", "/readyz/", running, lost, http.StatusTeapot},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
			withProbes(tt.leaving, tt.ready, next).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, tt.path, nil))
			if w.Code != tt.status {
				t.Errorf("%s: %d, want %d", tt.path, w.Code, tt.status)
			}
			if ends := w.Header().Get("Connection") == "close"; ends != (tt.leaving.Err() != nil) {
				t.Errorf("%s: the connection ends: %v", tt.path, ends)
			}
		})
	}
}
