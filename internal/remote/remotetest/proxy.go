// Package remotetest is what tests of whoever moves files stand on: servers of their own, a proxy that interrupts connections at chosen
// bytes, and servers that lie.
//
// A [Liar] returns the errors of its server, and those of package remote that its lies stand for.
package remotetest

import (
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Proxy passes connections on to a server, and interrupts them as told. Bytes are counted over all connections and both
// directions.
type Proxy struct {
	Host string
	Port int

	mu      sync.Mutex
	passed  int64
	at      int64 // passed bytes at which fault happens
	fault   fault
	away    bool // connections are closed at once
	rate    int  // bytes a second of each direction of a connection; 0: as fast as they come
	resumed chan struct{}
	open    map[*net.TCPConn]struct{}
}

type fault int

const (
	none fault = iota
	cut
	leave
	stall
)

// proxyHost is another address of this machine, so that the ports there are free that the servers have at theirs.
const proxyHost = "127.0.0.2"

// NewProxy starts a proxy before the server at a port of 127.0.0.1. It has the same port at another address, and so have the further ports,
// which servers of FTP use for data. It skips the test where the system has no such address.
func NewProxy(t testing.TB, port int, further ...int) *Proxy {
	t.Helper()
	p := &Proxy{Host: proxyHost, Port: port, resumed: make(chan struct{}), open: map[*net.TCPConn]struct{}{}}
	for _, each := range append([]int{port}, further...) {
		listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", net.JoinHostPort(proxyHost, strconv.Itoa(each)))
		if err != nil {
			t.Skip("a proxy cannot listen: ", err)
		}
		t.Cleanup(func() { listener.Close() })
		go p.serve(listener, net.JoinHostPort("127.0.0.1", strconv.Itoa(each)))
	}
	t.Cleanup(p.stop)
	return p
}

// CutAfter closes all connections once n more bytes have passed. Those that are opened afterwards work.
func (p *Proxy) CutAfter(n int64) { p.arm(cut, n) }

// LeaveAfter closes all connections once n more bytes have passed, and every one that is opened until Heal.
func (p *Proxy) LeaveAfter(n int64) { p.arm(leave, n) }

// StallAfter lets n more bytes pass, and then none until Heal. Connections stay open.
func (p *Proxy) StallAfter(n int64) { p.arm(stall, n) }

// Slow lets so many bytes a second pass in each direction of a connection; 0 for all.
func (p *Proxy) Slow(rate int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rate = rate
}

// Heal ends and disarms all faults.
func (p *Proxy) Heal() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault, p.away, p.rate = none, false, 0
	close(p.resumed)
	p.resumed = make(chan struct{})
}

// Passed returns how many bytes have passed since the start.
func (p *Proxy) Passed() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.passed
}

func (p *Proxy) arm(f fault, n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault, p.at = f, p.passed+n
}

func (p *Proxy) serve(listener net.Listener, target string) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		go p.connect(client.(*net.TCPConn), target)
	}
}

func (p *Proxy) connect(client *net.TCPConn, target string) {
	dialled, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(context.Background(), "tcp", target)
	if err != nil {
		client.Close()
		return
	}
	server := dialled.(*net.TCPConn)
	if !p.add(client, server) {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { p.pass(server, client) })
	both.Go(func() { p.pass(client, server) })
	both.Wait()
	p.drop(client, server)
}

func (p *Proxy) add(conns ...*net.TCPConn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range conns {
		if p.away {
			conn.Close()
			continue
		}
		p.open[conn] = struct{}{}
	}
	return !p.away
}

func (p *Proxy) drop(conns ...*net.TCPConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range conns {
		conn.Close()
		delete(p.open, conn)
	}
}

// pass copies one direction to its end.
func (p *Proxy) pass(to, from *net.TCPConn) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(p.piece(buffer))
		if !p.forward(to, buffer[:n]) {
			p.drop(to, from)
			return
		}
		if errors.Is(err, io.EOF) {
			_ = to.CloseWrite() // where it fails, the other direction ends too
			return
		}
		if err != nil {
			p.drop(to, from)
			return
		}
	}
}

// piece returns the part of buffer that may be read at once: a fiftieth of a second at most.
func (p *Proxy) piece(buffer []byte) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.rate > 0 {
		return buffer[:min(len(buffer), max(1, p.rate/50))]
	}
	return buffer
}

// forward writes what may pass, does what is to happen then, and reports whether the connection goes on.
func (p *Proxy) forward(to *net.TCPConn, b []byte) bool {
	for len(b) > 0 {
		n, wait, resumed := p.admit(len(b))
		if _, err := to.Write(b[:n]); err != nil {
			return false
		}
		b = b[n:]
		time.Sleep(wait)
		if !p.happen(resumed) {
			return false
		}
	}
	return true
}

// admit counts and returns how many of n bytes may pass before the fault, and how long these take.
func (p *Proxy) admit(n int) (pass int, takes time.Duration, resumed <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault != none {
		n = int(min(int64(n), max(0, p.at-p.passed)))
	}
	p.passed += int64(n)
	if p.rate > 0 {
		takes = time.Duration(n) * time.Second / time.Duration(p.rate)
	}
	return n, takes, p.resumed
}

// happen carries out the fault when its byte has passed.
func (p *Proxy) happen(resumed <-chan struct{}) bool {
	switch p.due() {
	case stall:
		<-resumed
	case cut, leave:
		return false
	}
	return true
}

// due returns the fault whose byte has passed. Connections that it ends are closed by then.
func (p *Proxy) due() fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.passed < p.at {
		return none
	}
	is := p.fault
	switch is {
	case cut:
		p.fault = none
		p.closeAll()
	case leave:
		p.away = true
		p.closeAll()
	}
	return is
}

// closeAll breaks every connection off, with what is still on its way. The lock is held.
func (p *Proxy) closeAll() {
	for conn := range p.open {
		_ = conn.SetLinger(0) // it is closed anyway
		conn.Close()
	}
	clear(p.open)
}

// stop ends the proxy.
func (p *Proxy) stop() {
	p.Heal()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = true
	p.closeAll()
}
