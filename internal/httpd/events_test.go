package httpd

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestEvents sends for longer than the server gives other answers, through everything that stands before a handler.
func TestEvents(t *testing.T) {
	t.Parallel()
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		events := NewEvents(w)
		for _, send := range []func() error{
			func() error { return events.Send("progress", []byte(`{"done":1}`)) },
			events.Beat,
			func() error { return events.Send("end", []byte("two\nlines")) },
		} {
			if err := send(); err != nil || r.Context().Err() != nil {
				t.Errorf("sending: %v, request: %v", err, r.Context().Err())
			}
			<-time.After(700 * time.Millisecond)
		}
	})
	server := httptest.NewUnstartedServer(Wrap(Config{Logger: slog.New(slog.DiscardHandler)}, handler, handler))
	server.Config.WriteTimeout, server.Config.ReadTimeout = 500*time.Millisecond, 500*time.Millisecond
	server.Start()
	defer server.Close()
	answer := get(t, server)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	const want = "event: progress\ndata: {\"done\":1}\n\n: still here\n\nevent: end\ndata: two\ndata: lines\n\n"
	if err != nil || string(body) != want || answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("%v, %q, %v", err, body, answer.Header)
	}
}

// TestEventsEndWithTheClient: who goes away is not sent to for ever.
func TestEventsEndWithTheClient(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		if err := NewEvents(w).Beat(); err != nil {
			t.Error(err)
		}
		<-r.Context().Done()
	}))
	defer server.Close()
	answer := get(t, server)
	_ = answer.Body.Close()
	<-ended
}

func get(t *testing.T, server *httptest.Server) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}
