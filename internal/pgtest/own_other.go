//go:build !unix

package pgtest

// Pause, Continue and Restart are for systems on which tests start a server.
func (s *Server) Pause() {}

// Continue does nothing.
func (s *Server) Continue() {}

// Restart does nothing.
func (s *Server) Restart() {}
