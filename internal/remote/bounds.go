package remote

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync/atomic"
	"time"
)

// ErrEndless is returned when what a server says does not come to an end: too much, or too slowly for too long. Trying again is of no use.
var ErrEndless = errors.New("the server does not come to an end")

const (
	// maxSignIn is how many bytes a server may send until a user has signed in over SSH.
	maxSignIn = 256 << 10
	// maxReply is how many bytes an FTP server may send in answer to one command.
	maxReply = 64 << 10
	// maxListed and maxNames are how much a server may list in one folder, in bytes and in entries.
	maxListed = 4 << 20
	maxNames  = 20_000
	// allAtOnce is how many lists may be under way over one connection.
	allAtOnce = 2
)

// bounded is a connection that is closed when more than a number of bytes come from the server, between two that are sent where it renews.
type bounded struct {
	net.Conn
	link  *link
	left  atomic.Int64
	renew int64 // what is left after something was sent; 0: what was left before
}

func newBounded(conn net.Conn, l *link, most int64) *bounded {
	b := &bounded{Conn: conn, link: l}
	b.left.Store(most)
	return b
}

// lift ends the bound.
func (b *bounded) lift() { b.left.Store(1 << 62) }

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.Conn.Read(p)
	if b.left.Add(-int64(n)) < 0 {
		return 0, b.link.endless("it sends more and more in answer to one question")
	}
	return n, err
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.renew > 0 {
		b.left.Store(b.renew)
	}
	return b.Conn.Write(p)
}

// endless closes the link, and returns why.
func (l *link) endless(why string) error {
	err := fmt.Errorf("%w: %s", ErrEndless, why)
	l.close(err)
	return err
}

// allow gives a step what it may list. Steps that are under way share that with it.
func (l *link) allow() (end func()) {
	l.allowance.Lock()
	defer l.allowance.Unlock()
	if l.steps == 0 {
		l.bytes, l.names = 0, 0
	}
	l.steps++
	l.bytes, l.names = min(l.bytes+maxListed, allAtOnce*maxListed), min(l.names+maxNames, allAtOnce*maxNames)
	return func() {
		l.allowance.Lock()
		defer l.allowance.Unlock()
		l.steps--
	}
}

// spend takes what was listed from what may be listed.
func (l *link) spend(bytes, names int64) error {
	l.allowance.Lock()
	l.bytes -= bytes
	l.names -= names
	over := l.bytes < 0 || l.names < 0
	l.allowance.Unlock()
	if over {
		return l.endless(fmt.Sprintf("it lists more than %d entries or %d MB in one folder", maxNames, maxListed>>20))
	}
	return nil
}

// listing is a connection over which a folder is listed, a line an entry.
type listing struct {
	net.Conn
	link *link
}

func (l listing) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p)
	var lines int64
	for _, b := range p[:n] {
		if b == '\n' {
			lines++
		}
	}
	if over := l.link.spend(int64(n), lines); over != nil {
		return 0, over
	}
	return n, err
}

// tooLong says whether an error is that of a line that does not end.
func tooLong(err error) bool { return errors.Is(err, bufio.ErrTooLong) }

// The types of SFTP packets that are not counted as other answers are.
const (
	sftpData = 103
	sftpName = 104
)

// packets is the packets of an SFTP server, whose entries it counts. Only they are progress: what SSH says in between is none.
type packets struct {
	from io.Reader
	link *link
	head []byte // the beginning of a packet: length, type, request, number of entries
	rest int64  // bytes of the packet after that
}

const packetHead = 13

func (p *packets) Read(b []byte) (int, error) {
	n, err := p.from.Read(b)
	p.link.received(n)
	for rest := b[:n]; len(rest) > 0; {
		taken, over := p.take(rest)
		if over != nil {
			return 0, over
		}
		rest = rest[taken:]
	}
	return n, err
}

// take looks at bytes of one packet, and returns how many these are.
func (p *packets) take(b []byte) (int, error) {
	if p.rest > 0 {
		n := min(int64(len(b)), p.rest)
		p.rest -= n
		return int(n), nil
	}
	n := min(len(b), p.wanted()-len(p.head))
	p.head = append(p.head, b[:n]...)
	if len(p.head) < 4 || len(p.head) < p.wanted() {
		return n, nil
	}
	return n, p.begun()
}

// wanted is how many bytes of the packet are looked at.
func (p *packets) wanted() int {
	if len(p.head) < 4 {
		return 4
	}
	return int(min(4+int64(binary.BigEndian.Uint32(p.head)), packetHead))
}

func (p *packets) begun() error {
	size := 4 + int64(binary.BigEndian.Uint32(p.head))
	head := slices.Concat(p.head, make([]byte, packetHead-len(p.head)))
	p.rest, p.head = size-int64(len(p.head)), p.head[:0]
	switch head[4] {
	case sftpData:
		return nil
	case sftpName:
		return p.link.spend(size, int64(binary.BigEndian.Uint32(head[9:])))
	}
	return p.link.spend(size, 0)
}

// counting is the packets for an SFTP server.
type counting struct {
	io.WriteCloser
	link *link
}

func (c counting) Write(b []byte) (int, error) {
	n, err := c.WriteCloser.Write(b)
	c.link.moved.Add(int64(n))
	return n, err
}

// pace tells content that drips: what comes while somebody waits for it.
type pace struct {
	waited time.Duration
	bytes  int64
}

// slow notes what came in a time, and says whether it was too little in the last timeout.
func (p *pace) slow(bytes int, took, timeout time.Duration) bool {
	p.waited += took
	p.bytes += int64(bytes)
	if p.waited < timeout {
		return false
	}
	slow := float64(p.bytes) < slowestContent*p.waited.Seconds()
	*p = pace{}
	return slow
}
