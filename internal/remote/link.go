package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// ErrLost is returned when the connection to a server has broken off, or was closed because the server no longer answered. What was
// under way is then undone or done; another connection may succeed.
var ErrLost = errors.New("the connection to the server was lost")

// broken says whether an error is that of a connection which has ended. A refusal of TLS is none.
func broken(err error) bool {
	var network net.Error
	var operation *net.OpError
	if errors.As(err, &operation) && operation.Op == "remote error" {
		return false
	}
	return errors.As(err, &network) || errors.Is(err, net.ErrClosed) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// slowest is how many bytes a second count as an answer: fewer hold up whoever waits for them.
const slowest = 256

// link is the connections of one signed-in user to a server. It closes them when the context of an operation ends, and when the server no
// longer answers, because neither client of SFTP and FTP can interrupt an operation otherwise.
type link struct {
	timeout time.Duration
	moved   atomic.Int64 // bytes in both directions

	mu     sync.Mutex
	conns  map[net.Conn]struct{}
	closed bool
	cause  error // why it was closed; nil: by the caller
}

func newLink(timeout time.Duration) *link {
	return &link{timeout: timeout, conns: map[net.Conn]struct{}{}}
}

// add makes a connection one of the link's.
func (l *link) add(conn net.Conn) net.Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		conn.Close()
	}
	l.conns[conn] = struct{}{}
	return &linked{Conn: conn, link: l}
}

// linked counts what passes.
type linked struct {
	net.Conn
	link *link
}

func (c *linked) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.link.moved.Add(int64(n))
	return n, err
}

func (c *linked) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.link.moved.Add(int64(n))
	return n, err
}

func (c *linked) Close() error {
	c.link.mu.Lock()
	delete(c.link.conns, c.Conn)
	c.link.mu.Unlock()
	return c.Conn.Close()
}

// close breaks all connections off.
func (l *link) close(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed, l.cause = true, cause
	for conn := range l.conns {
		conn.Close()
	}
}

// during runs an operation. Where it fails because the link was closed, it returns why that was: the error of ctx, or ErrLost.
func (l *link) during(ctx context.Context, operation func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { l.close(nil) })
	defer stop()
	defer l.guard()()
	err := operation()
	if err == nil {
		return nil
	}
	return l.reason(ctx, err)
}

func (l *link) reason(ctx context.Context, err error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case l.closed && l.cause != nil:
		return l.cause
	case l.closed:
		return ErrLost
	}
	return err
}

// guard closes the link when fewer bytes pass than slowest within the timeout. The returned function ends that.
func (l *link) guard() (end func()) {
	ended, last := make(chan struct{}), l.moved.Load()
	go func() {
		ticker := time.NewTicker(l.timeout)
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
			}
			now := l.moved.Load()
			if now-last < l.least() {
				l.close(fmt.Errorf("the server does not answer, or too slowly (%d bytes in %s): %w", now-last, l.timeout, ErrLost))
				return
			}
			last = now
		}
	}()
	return func() { close(ended) }
}

func (l *link) least() int64 { return int64(slowest * l.timeout.Seconds()) }
