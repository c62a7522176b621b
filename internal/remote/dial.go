package remote

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"

	"quartermaster/internal/dialer"
)

// dial connects to the port of the target, or to the usual one, where its addresses may be dialled.
func (o opener) dial(ctx context.Context, t Target, usual int) (net.Conn, error) {
	if t.Host == "" {
		return nil, errors.New("the target has no host")
	}
	within, cancel := context.WithTimeout(ctx, o.options.Timeout)
	defer cancel()
	conn, err := dialer.Dialer{Private: o.options.Private}.Dial(within, "tcp", t.Host, port(t, usual))
	if err == nil {
		return conn, nil
	}
	var unknown *net.DNSError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, dialer.ErrPrivate):
		return nil, explainedError{
			t.Host + " is in a private network, which Quartermaster connects to only where its operator allows that (--private-targets)", ErrDenied,
		}
	case errors.Is(err, dialer.ErrNever):
		return nil, explainedError{"no game server has an address like that of " + t.Host, ErrDenied}
	case errors.As(err, &unknown) && unknown.IsNotFound:
		return nil, fmt.Errorf("there is no host with the name %s", t.Host)
	case errors.Is(err, syscall.ECONNRESET): // it was there, and has closed the connection at once
		return nil, fmt.Errorf("%s: %w", address(t, usual), ErrLost)
	}
	return nil, fmt.Errorf("no server answers at %s", address(t, usual))
}

// explainedError is an error of this package in words of its own.
type explainedError struct {
	text string
	is   error
}

func (e explainedError) Error() string { return e.text }

func (e explainedError) Unwrap() error { return e.is }

// greeted looks at the first byte that a server sends. The clients of SFTP and FTP take what the other kind of server says for the
// beginning of something longer, and wait.
type greeted struct {
	net.Conn
	wrong  func(first byte) bool
	looked bool
}

func (g *greeted) Read(b []byte) (int, error) {
	n, err := g.Conn.Read(b)
	if !g.looked && n > 0 {
		g.looked = true
		if g.wrong(b[0]) {
			return 0, errors.New("another protocol")
		}
	}
	return n, err
}

func digit(b byte) bool { return '0' <= b && b <= '9' }
