//go:build !unix

package pgtest

import (
	"net/url"
	"testing"
)

// Pause, Continue and Restart are for systems on which tests start a server.
func (s *Server) Pause() {}

// Continue does nothing.
func (s *Server) Continue() {}

// Restart does nothing.
func (s *Server) Restart() {}

// Pair is a PostgreSQL and its standby.
type Pair struct {
	URL, Primary string
	Standby      *url.URL
}

// OwnPair skips the test.
func OwnPair(t testing.TB) *Pair {
	t.Helper()
	t.Skip(errUnavailable)
	return nil
}

// End does nothing.
func (p *Pair) End() {}

// Promote does nothing.
func (p *Pair) Promote() {}
