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

	"quartermaster/internal/parallel"
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

// How many bytes a second count as an answer, or as a file: fewer hold up whoever waits for them.
const (
	slowest        = 256
	slowestContent = 4 << 10
)

// link is the connections of one signed-in user to a server. It closes them when the context of an operation ends, and when the server no
// longer answers, because neither client of SFTP and FTP can interrupt an operation otherwise.
type link struct {
	timeout time.Duration
	moved   atomic.Int64 // bytes in both directions
	heard   atomic.Int64 // when the server has last sent something, in nanoseconds

	allowance    sync.Mutex
	steps        int // that are under way
	bytes, names int64

	mu     sync.Mutex
	conns  map[net.Conn]struct{}
	closed bool
	cause  error // why it was closed; nil: by the caller
}

func newLink(timeout time.Duration) *link {
	return &link{timeout: timeout, conns: map[net.Conn]struct{}{}}
}

// add makes a connection one of the link's.
func (l *link) add(conn net.Conn) *linked {
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
	raw  atomic.Bool // what it carries is counted instead
}

func (c *linked) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if !c.raw.Load() {
		c.link.received(n)
	}
	return n, err
}

// received notes what the server has sent.
func (l *link) received(n int) {
	if n > 0 {
		l.moved.Add(int64(n))
		l.heard.Store(time.Now().UnixNano())
	}
}

func (c *linked) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	if !c.raw.Load() {
		c.link.moved.Add(int64(n))
	}
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

// during runs a step that is over in little time: questions and their answers. Where it fails because the link was closed, it returns why
// that was: the error of ctx, ErrEndless or ErrLost.
func (l *link) during(ctx context.Context, operation func() error) error {
	return l.guarded(ctx, l.timeout*3/2, slowest, func() error {
		return l.understood(parallel.Caught(operation))
	})
}

// understood closes the link of a server at whose answer a client has panicked.
func (l *link) understood(err error) error {
	if errors.Is(err, parallel.ErrPanic) {
		err = fmt.Errorf("the server's answer makes no sense: %w", ErrLost)
		l.close(err)
	}
	return err
}

// transfer runs a step that takes as long as its content is large.
func (l *link) transfer(ctx context.Context, operation func() error) error {
	return l.guarded(ctx, 0, slowestContent, operation)
}

func (l *link) guarded(ctx context.Context, most time.Duration, rate float64, operation func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { l.close(nil) })
	defer stop()
	defer l.allow()()
	defer l.guard(rate)()
	if most > 0 {
		late := time.AfterFunc(most, func() { l.giveUp(fmt.Sprintf("no end of its answer in %s", most)) })
		defer late.Stop()
	}
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

// guard closes the link when fewer bytes pass in a second than rate, within the timeout. The returned function ends that.
func (l *link) guard(rate float64) (end func()) {
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
			if float64(now-last) < rate*l.timeout.Seconds() {
				l.giveUp(fmt.Sprintf("%d bytes in %s", now-last, l.timeout))
				return
			}
			last = now
		}
	}()
	return func() { close(ended) }
}

// giveUp closes the link of a server that is silent, which another connection may find awake, or that drips.
func (l *link) giveUp(why string) {
	if time.Since(time.Unix(0, l.heard.Load())) < l.timeout/2 {
		_ = l.endless("it sends too slowly (" + why + ")")
		return
	}
	l.close(fmt.Errorf("the server does not answer, or too slowly (%s): %w", why, ErrLost))
}
