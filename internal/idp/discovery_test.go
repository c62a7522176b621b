package idp

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quartermaster/internal/hostiletest"
)

// TestProvidersThatNeverStop asks providers whose answers, or headers, have no end: they are away, and fill no memory.
func TestProvidersThatNeverStop(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"body": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for _, err := w.Write([]byte(`{"issuer":"`)); err == nil; {
				_, err = w.Write([]byte(strings.Repeat("a", 32<<10)))
			}
		},
		"headers": func(w http.ResponseWriter, _ *http.Request) {
			for range 200 {
				w.Header().Add("X-More", strings.Repeat("a", 1<<10))
			}
			_, _ = w.Write([]byte("{}"))
		},
	} {
		server := httptest.NewServer(answer)
		t.Cleanup(server.Close)
		p := New(Config{Issuer: server.URL, ClientID: "qm", Redirect: server.URL})
		meter := hostiletest.NewMeter()
		_, _, err := p.Begin(t.Context(), false)
		meter.Check(t, name)
		if !errors.Is(err, ErrAway) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
