package httpd

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestAStreamThatFails is answered as any failure until something of it was sent, and cut afterwards.
func TestAStreamThatFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, tt := range []struct {
		name  string
		write func(http.ResponseWriter) error
		body  string // of the answer; empty for one that is cut
		kind  string
	}{
		{"at once", func(http.ResponseWriter) error { return broken }, "failed", "text/failed"},
		{"in what waits", func(w http.ResponseWriter) error {
			w.WriteHeader(http.StatusAccepted)
			_, _ = w.Write(make([]byte, heldBack))
			return broken
		}, "failed", "text/failed"},
		{"later", func(w http.ResponseWriter) error {
			_, _ = w.Write(make([]byte, heldBack+1))
			return broken
		}, "", ""},
		{"after an event", func(w http.ResponseWriter) error {
			return errors.Join(NewEvents(w).Send("a", nil), broken)
		}, "", ""},
		{"never", func(w http.ResponseWriter) error {
			_, err := w.Write([]byte("all"))
			return err
		}, "all", "text/half"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				write := func(w http.ResponseWriter) error {
					w.Header().Set("Content-Type", "text/half")
					w.Header().Set("Content-Length", "3")
					if tt.body == "" {
						w.Header().Del("Content-Length")
					}
					return tt.write(w)
				}
				Stream(w, write, func(error) {
					w.Header().Set("Content-Type", "text/failed")
					w.WriteHeader(http.StatusServiceUnavailable)
					_, _ = w.Write([]byte("failed"))
				}, func(error) {})
			}))
			defer server.Close()
			kind, body, err := read(t, server.URL)
			if tt.body == "" && err == nil || tt.body != "" && (err != nil || body != tt.body || kind != tt.kind) {
				t.Errorf("%s %q, %v", kind, body, err)
			}
		})
	}
}

func read(t *testing.T, url string) (kind, body string, err error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return resp.Header.Get("Content-Type"), string(text), err
}
