package remote

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	mostConns = 4                // hosts allow few for each user
	idleFor   = 20 * time.Second // after which a connection is tried before it is used: servers close silent ones
)

// errBusy is returned while the server takes no more connections.
var errBusy = errors.New("the server has too many connections")

// ftpPool is the control connections to one server: each does one thing at a time.
type ftpPool struct {
	connect func(context.Context) (*ftpConn, error)
	turns   chan struct{} // one for each connection in use, and for each that the server has refused

	mu     sync.Mutex
	idle   []*ftpConn
	open   map[*ftpConn]struct{} // with those in use
	closed bool
}

func newFTPPool(connect func(context.Context) (*ftpConn, error)) *ftpPool {
	return &ftpPool{connect: connect, turns: make(chan struct{}, mostConns), open: map[*ftpConn]struct{}{}}
}

// take returns a connection that works, or waits until there is one.
func (p *ftpPool) take(ctx context.Context) (*ftpConn, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case p.turns <- struct{}{}:
		}
		if conn := p.takeIdle(ctx); conn != nil {
			return conn, nil
		}
		connect := p.connect
		if !p.anyOpen() {
			connect = patiently(p.connect)
		}
		conn, err := connect(ctx)
		if err == nil {
			return conn, p.add(conn)
		}
		if stopped(err) || !p.anyOpen() {
			<-p.turns
			return nil, err
		} // the server allows no more: the turn is never given back, and the next waits for a connection in use
	}
}

// patiently connects again for a second or so while the server says that it has too many connections: it may not have noticed yet that one
// has ended.
func patiently(connect func(context.Context) (*ftpConn, error)) func(context.Context) (*ftpConn, error) {
	return func(ctx context.Context) (*ftpConn, error) {
		for wait := 20 * time.Millisecond; ; wait *= 2 {
			conn, err := connect(ctx)
			if wait > time.Second || !errors.Is(err, errBusy) {
				return conn, err
			}
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(wait):
			}
		}
	}
}

func (p *ftpPool) takeIdle(ctx context.Context) *ftpConn {
	for {
		p.mu.Lock()
		if len(p.idle) == 0 {
			p.mu.Unlock()
			return nil
		}
		conn := p.idle[len(p.idle)-1]
		p.idle = p.idle[:len(p.idle)-1]
		p.mu.Unlock()
		if time.Since(conn.used) < idleFor || conn.during(ctx, conn.NoOp) == nil {
			return conn
		}
		p.forget(conn)
	}
}

func (p *ftpPool) add(conn *ftpConn) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		conn.link.close(nil)
		<-p.turns
		return ErrLost
	}
	p.open[conn] = struct{}{}
	return nil
}

func (p *ftpPool) anyOpen() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.open) > 0
}

func (p *ftpPool) forget(conn *ftpConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	conn.link.close(nil)
	delete(p.open, conn)
}

// giveBack ends the use of a connection, which may be used again if it still works.
func (p *ftpPool) giveBack(conn *ftpConn, works bool) {
	if works {
		conn.used = time.Now()
		p.mu.Lock()
		p.idle = append(p.idle, conn)
		p.mu.Unlock()
	} else {
		p.forget(conn)
	}
	<-p.turns
}

func (p *ftpPool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, conn := range p.idle {
		_ = conn.Quit() // politely; the connection is closed in any case
	}
	for conn := range p.open {
		conn.link.close(nil)
	}
	p.idle = nil
	clear(p.open)
}
