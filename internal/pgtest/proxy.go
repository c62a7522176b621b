package pgtest

import (
	"bytes"
	"cmp"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy is between a program and a database, and fails as networks and servers do.
type Proxy struct {
	URL string // of the database, through the proxy

	listener net.Listener

	mu     sync.Mutex
	target string // the server's socket
	moved  *sync.Cond
	state  state
	left   int // messages of clients until it cuts; below 0 for ever
	trips  int // see Trips
	open   map[net.Conn]bool
}

type state int

const (
	passing state = iota
	stalled       // data stop, connections stay open
	cut           // connections end, and new ones end at once
)

// NewProxy returns a proxy for a database of URL or FilledURL. It stops with the test.
func NewProxy(t testing.TB, database string) *Proxy {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: listener, target: socketOf(u), open: map[net.Conn]bool{}, left: -1}
	p.moved = sync.NewCond(&p.mu)
	u.Host, u.RawQuery = listener.Addr().String(), url.Values{"sslmode": {"disable"}}.Encode()
	p.URL = u.String()
	go p.serve()
	t.Cleanup(func() { _ = listener.Close(); p.Cut() })
	return p
}

// socketOf returns where the server of a database listens.
func socketOf(database *url.URL) string {
	given := database.Query()
	return filepath.Join(given.Get("host"), ".s.PGSQL."+cmp.Or(given.Get("port"), "5432"))
}

// Lead connects new clients with another database.
func (p *Proxy) Lead(database *url.URL) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target = socketOf(database)
}

// Stall stops all data on connections that stay open, like a server that hangs or a network that loses everything.
func (p *Proxy) Stall() { p.set(stalled) }

// Cut closes all connections, and new ones at once, like a server that is away.
func (p *Proxy) Cut() {
	p.set(cut)
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		_ = conn.Close()
	}
}

// CutAfter cuts after that many more messages of clients; a statement is one message.
func (p *Proxy) CutAfter(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = n
}

// Mend ends all failures.
func (p *Proxy) Mend() { p.set(passing) }

func (p *Proxy) set(s state) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state, p.left = s, -1
	p.moved.Broadcast()
}

func (p *Proxy) serve() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.join(conn)
	}
}

// join connects a client with the server. While it cuts it leaves the server alone, which would have to take in hundreds of clients
// that are gone.
func (p *Proxy) join(client net.Conn) {
	target, cuts := p.now()
	if cuts {
		_ = client.Close()
		return
	}
	server, err := (&net.Dialer{}).Dial("unix", target)
	if err != nil || !p.hold(client, server) {
		_ = client.Close()
		return
	}
	answered := new(atomic.Bool)
	go p.copy(server, counter{p, client, answered})
	p.copy(client, answering{server, answered})
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, client)
	delete(p.open, server)
}

func (p *Proxy) now() (target string, cuts bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.target, p.state == cut
}

// hold registers connections, so that they can be cut; it returns false when they are to be closed at once.
func (p *Proxy) hold(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state == cut {
		_ = conns[1].Close()
		return false
	}
	for _, conn := range conns {
		p.open[conn] = true
	}
	return true
}

func (p *Proxy) copy(to, from net.Conn) {
	_, _ = io.Copy(gate{p, to}, from)
	_ = to.Close()
	_ = from.Close()
}

// Trips returns how many times clients have sent something after an answer, without the pings of connections that had nothing to do.
func (p *Proxy) Trips() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.trips
}

// answering is a server that notes that it has answered.
type answering struct {
	net.Conn
	answered *atomic.Bool
}

// Read implements io.Reader.
func (a answering) Read(b []byte) (int, error) {
	n, err := a.Conn.Read(b)
	a.answered.Store(true)
	return n, err
}

// counter is a client whose messages are counted.
type counter struct {
	proxy *Proxy
	net.Conn
	answered *atomic.Bool
}

// Read implements io.Reader.
func (c counter) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.proxy.mu.Lock()
	over := c.proxy.left == 0
	if c.proxy.left >= 0 {
		c.proxy.left--
	}
	if c.answered.Swap(false) && !bytes.Contains(b[:n], []byte("-- ping")) {
		c.proxy.trips++
	}
	c.proxy.mu.Unlock()
	if over {
		c.proxy.Cut()
	}
	return n, err
}

// gate is a connection that takes nothing while the proxy stalls.
type gate struct {
	proxy *Proxy
	net.Conn
}

// Write implements io.Writer.
func (g gate) Write(b []byte) (int, error) {
	g.proxy.mu.Lock()
	for g.proxy.state == stalled {
		g.proxy.moved.Wait()
	}
	g.proxy.mu.Unlock()
	return g.Conn.Write(b)
}
