package gameserver

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"quartermaster/internal/parallel"
)

const (
	// keepAlive is after how long of silence a console is heard of; BattlEye forgets those who are silent for 45 seconds.
	keepAlive = 30 * time.Second
	// waiting is how many packets wait for whoever waits for an answer.
	waiting = 256
	// maxThanks is how many messages of the server are acknowledged in a second.
	maxThanks = 200
)

// ErrPassword is returned for an RCon password that the game server does not accept.
var ErrPassword = errors.New("the game server does not accept the RCon password")

// Console is a connection to the RCon of a game server. It stays signed in until it is closed.
type Console struct {
	conn    net.Conn
	timeout time.Duration
	packets chan packet // answers, as they come in
	closed  chan struct{}

	mu   sync.Mutex // held by the command that waits for its answer
	next byte       // sequence number
}

type packet struct {
	kind byte
	data []byte
}

// Login signs in. It returns ErrPassword, or ErrNoAnswer where RCon is off, has another port or does not let this address in.
func (c Client) Login(ctx context.Context, host string, port int, password string) (*Console, error) {
	return c.login(ctx, host, port, password, keepAlive)
}

func (c Client) login(ctx context.Context, host string, port int, password string, alive time.Duration) (*Console, error) {
	conn, err := c.Dialer.Dial(ctx, "udp", host, port)
	if err != nil {
		return nil, err
	}
	s := &Console{conn: conn, timeout: c.timeout(), packets: make(chan packet, waiting), closed: make(chan struct{})}
	go func() { _ = parallel.Caught(func() error { s.listen(); return nil }) }() // what strangers send ends no more than this
	accepted := false
	err = s.exchange(ctx, pack(rconLogin, []byte(password)...), func(p packet) bool {
		accepted = p.kind == rconLogin && len(p.data) == 1 && p.data[0] == 1
		return p.kind == rconLogin
	})
	if err == nil && !accepted {
		err = ErrPassword
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	go s.stayAlive(alive)
	return s, nil
}

// Close ends the connection. It is called once.
func (s *Console) Close() {
	close(s.closed)
	_ = s.conn.Close()
}

// Command has the server carry out a command, once, and returns what it says. It returns ErrNoAnswer when it says nothing in time: then
// the command may have been carried out.
func (s *Console) Command(ctx context.Context, text string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	number := s.next
	s.next++
	var r reply
	err := s.exchange(ctx, pack(rconCommand, append([]byte{number}, text...)...), func(p packet) bool {
		return p.kind == rconCommand && len(p.data) > 0 && p.data[0] == number && r.add(p.data[1:])
	})
	return readable(r.joined()), err
}

// exchange sends a packet until what has come is enough. Its repeats have the same sequence number, by which the server knows them.
func (s *Console) exchange(ctx context.Context, sent []byte, enough func(packet) bool) error {
	for range attempts {
		if _, err := s.conn.Write(sent); errors.Is(err, net.ErrClosed) {
			return err
		}
		done, err := s.await(ctx, enough)
		if done || err != nil {
			return err
		}
	}
	return ErrNoAnswer
}

// await waits for a part of the timeout.
func (s *Console) await(ctx context.Context, enough func(packet) bool) (done bool, err error) {
	over := time.NewTimer(s.timeout / attempts)
	defer over.Stop()
	for {
		select {
		case <-ctx.Done():
			return false, context.Cause(ctx)
		case <-s.closed:
			return false, net.ErrClosed
		case <-over.C:
			return false, nil
		case p := <-s.packets:
			if enough(p) {
				return true, nil
			}
		}
	}
}

// listen takes packets until the console is closed. Messages of the server are acknowledged at once, and not kept.
func (s *Console) listen() {
	buffer := make([]byte, maxDatagram)
	var thanks thanks
	for {
		n, err := s.conn.Read(buffer)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		kind, data, ok := unpack(buffer[:n])
		switch {
		case err != nil || !ok: // nobody listens at the moment, or it is damaged: who waits sends again
		case kind == rconMessage && len(data) > 0:
			if thanks.due(time.Now()) {
				_, _ = s.conn.Write(pack(rconMessage, data[0]))
			}
		default:
			s.hand(packet{kind, append([]byte(nil), data...)})
		}
	}
}

// thanks counts what is acknowledged in a second. The server sends again what was not.
type thanks struct {
	since time.Time
	n     int
}

func (t *thanks) due(now time.Time) bool {
	if now.Sub(t.since) > time.Second {
		*t = thanks{since: now}
	}
	t.n++
	return t.n <= maxThanks
}

// hand hands a packet to whoever waits; where too many wait already, it is lost.
func (s *Console) hand(p packet) {
	select {
	case s.packets <- p:
	default:
	}
}

// stayAlive sends empty commands, so that the server does not forget the console.
func (s *Console) stayAlive(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-s.closed:
			return
		case <-ticker.C:
			_, _ = s.Command(context.Background(), "") // the next command finds out whether the server is there
		}
	}
}
