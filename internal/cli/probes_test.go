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
	yes, no := func(context.Context) error { return nil }, func(context.Context) error { return errors.New("lost") }
	well, lost, alone := probes{yes, yes}, probes{no, yes}, probes{yes, no}
	for _, tt := range []struct {
		name    string
		path    string
		leaving context.Context
		ask     probes
		status  int
		text    string
	}{
		{"alive", "/healthz", running, well, http.StatusOK, "alive\n"},
		{"alive without its database", "/healthz", running, lost, http.StatusOK, "alive\n"},
		{"alive while it stops", "/healthz", stopped, well, http.StatusOK, "alive\n"},
		{"ready", "/readyz", running, well, http.StatusOK, "ready\n"},
		{"not ready without its database", "/readyz", running, lost, http.StatusServiceUnavailable, "the database does not answer\n"},
		{
			"ready without Redis", "/readyz", running, alone, http.StatusOK,
			"ready\nRedis does not answer: requests are counted by this server alone\n",
		},
		{"not ready while it stops", "/readyz", stopped, well, http.StatusServiceUnavailable, "stopping\n"},
		{"everything else", "/readyz/", running, lost, http.StatusTeapot, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
			withProbes(tt.leaving, tt.ask, next).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, tt.path, nil))
			if w.Code != tt.status || w.Body.String() != tt.text {
				t.Errorf("%s: %d %q, want %d %q", tt.path, w.Code, w.Body, tt.status, tt.text)
			}
			if ends := w.Header().Get("Connection") == "close"; ends != (tt.leaving.Err() != nil) {
				t.Errorf("%s: the connection ends: %v", tt.path, ends)
			}
		})
	}
}
