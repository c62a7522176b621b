package remotetest

import (
	"crypto/tls"
	"errors"
	"net"
	"testing"
)

// encrypt goes on over TLS, or reports that it was asked to do something else instead.
func (s *ftpSession) encrypt() bool {
	if s.Instead.has("the handshake", s.conn) {
		return false
	}
	s.over(tls.Server(s.conn, s.pair))
	return true
}

func (s *ftpSession) offersTLS() error {
	if s.pair == nil {
		return errRefused
	}
	return nil
}

// sealing runs over the connection for data, encrypted where the client has asked for that.
func (s *ftpSession) sealing(conn net.Conn, over func(net.Conn) error) error {
	if !s.sealed {
		return over(conn)
	}
	if s.Instead.has("the handshake for data", conn) {
		return nil
	}
	encrypted := tls.Server(conn, s.pair)
	return errors.Join(over(encrypted), encrypted.CloseWrite())
}

// serverTLS returns the settings of a server that has signed its certificate itself.
func serverTLS(t testing.TB) *tls.Config {
	t.Helper()
	both := selfSigned(t)
	pair, err := tls.X509KeyPair(both, both)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
}
