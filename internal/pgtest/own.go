package pgtest

import (
	"errors"
	"testing"
)

// Server is a PostgreSQL of one test, for what would disturb others.
type Server struct {
	URL string // of an empty database
	srv *server
	t   testing.TB
}

// Own starts a server that stops with the test, which is skipped where PostgreSQL is not installed.
func Own(t testing.TB) *Server {
	t.Helper()
	srv, err := start()
	if errors.Is(err, errUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("start PostgreSQL: %v", err)
	}
	own := &Server{srv: srv, t: t}
	t.Cleanup(func() {
		own.Continue()
		if err := srv.stop(); err != nil {
			t.Errorf("stop PostgreSQL: %v", err)
		}
	})
	name, err := srv.create(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	own.URL = srv.url(name)
	return own
}
