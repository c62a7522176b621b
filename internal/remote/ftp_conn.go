package remote

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"github.com/jlaffaye/ftp"

	"quartermaster/internal/dialer"
)

// How much is read from a server after its last data, and for how long: tickets and a farewell.
const (
	maxDrained = 64 << 10
	drainTime  = 5 * time.Second
)

// ftpConn is one control connection of FTP, with at most one connection for data at a time. It is used by one goroutine at a time.
type ftpConn struct {
	*ftp.ServerConn
	link        *link
	target      Target
	private     bool
	ctx         context.Context // of the operation that is under way
	address     string          // of the server, once connected
	tls         *tls.Config     // nil: plain FTP
	fingerprint string
	home        string // the folder that the user is in after signing in
	lists       bool   // the next data are a list
	abrupt      bool   // the last data ended without the farewell of TLS
	used        time.Time
}

// ftpConnect connects and signs in.
func (o opener) ftpConnect(ctx context.Context, t Target) (*ftpConn, error) {
	c := &ftpConn{link: newLink(o.options.Timeout), target: t, private: o.options.Private, used: time.Now()}
	if t.Protocol == FTPS {
		c.tls = c.encryption()
	}
	conn, err := o.dial(ctx, t, c.usualPort())
	if err != nil {
		return nil, err
	}
	err = c.during(ctx, func() error { return c.greet(conn) })
	if err == nil {
		err = c.signIn(ctx)
	}
	if err != nil {
		c.link.close(nil)
		return nil, err
	}
	return c, nil
}

func (c *ftpConn) usualPort() int {
	if c.target.ImplicitTLS {
		return 990
	}
	return 21
}

// during runs an operation on the connection, until ctx ends.
func (c *ftpConn) during(ctx context.Context, operation func() error) error {
	c.ctx = ctx
	return c.link.during(ctx, operation)
}

// transfer runs an operation that takes as long as its content is large.
func (c *ftpConn) transfer(ctx context.Context, operation func() error) error {
	c.ctx = ctx
	return c.link.transfer(ctx, operation)
}

// greet makes conn the control connection and waits for the server's greeting.
func (c *ftpConn) greet(conn net.Conn) error {
	c.address = conn.RemoteAddr().(*net.TCPAddr).IP.String()
	control := newBounded(c.link.add(conn), c.link, maxReply)
	control.renew = maxReply
	options := []ftp.DialOption{ftp.DialWithDialFunc(func(_, address string) (net.Conn, error) {
		if control == nil {
			return c.dialData(address)
		}
		first := control
		control = nil
		return c.wrapControl(first), nil
	})}
	switch {
	case c.tls != nil && c.target.ImplicitTLS:
		options = append(options, ftp.DialWithTLS(c.tls))
	case c.tls != nil:
		options = append(options, ftp.DialWithExplicitTLS(c.tls))
	}
	var err error
	c.ServerConn, err = ftp.Dial(address(c.target, c.usualPort()), options...)
	return c.greetingError(err)
}

func (c *ftpConn) wrapControl(conn net.Conn) net.Conn {
	if c.tls != nil && c.target.ImplicitTLS {
		return tls.Client(conn, c.tls)
	}
	return &greeted{Conn: conn, wrong: func(first byte) bool { return !digit(first) }}
}

func (c *ftpConn) greetingError(err error) error {
	var said *textproto.Error
	var pin *PinError
	switch {
	case err == nil, errors.As(err, &pin):
		return err
	case errors.As(err, &said) && c.tls != nil && !c.target.ImplicitTLS && said.Code >= 500:
		return fmt.Errorf("the server offers no encryption (FTPS); %w", c.said(said))
	case errors.As(err, &said) && said.Code == ftp.StatusNotAvailable:
		return fmt.Errorf("%w (%w)", errBusy, c.said(said))
	case errors.As(err, &said):
		return c.said(said)
	}
	text := fmt.Sprintf("what answers at %s is no %s server", address(c.target, c.usualPort()), strings.ToUpper(string(c.target.Protocol)))
	if broken(err) {
		return fmt.Errorf("%s, or ends the connection: %w", text, ErrLost)
	}
	return errors.New(text)
}

// said returns what the server has said as an error.
func (c *ftpConn) said(err *textproto.Error) error {
	return fmt.Errorf("the server says: %d %s", err.Code, said(err.Msg, c.target.Password))
}

func (c *ftpConn) signIn(ctx context.Context) error {
	err := c.during(ctx, func() error { return c.Login(c.target.Username, c.target.Password) })
	if err == nil {
		return c.enter(ctx)
	}
	var answer *textproto.Error
	var pin *PinError
	switch {
	case errors.As(err, &pin), stopped(err):
		return err
	case errors.As(err, &answer) && answer.Code != ftp.StatusNotLoggedIn && answer.Code != 430:
		return c.said(answer)
	case broken(err):
		return ErrLost
	}
	reason := err.Error() // the client keeps only the text of what is said to the name
	if answer != nil {
		reason = answer.Msg
	}
	return fmt.Errorf("the server refused the password of %s (it says: %s): %w", c.target.Username, said(reason, c.target.Password), ErrDenied)
}

// enter goes to the folder of the target and notes where that is.
func (c *ftpConn) enter(ctx context.Context) error {
	err := c.during(ctx, func() error {
		if c.target.Dir != "" {
			if err := c.ChangeDir(c.target.Dir); err != nil {
				return err
			}
		}
		var err error
		c.home, err = c.CurrentDir()
		return err
	})
	var answer *textproto.Error
	if errors.As(err, &answer) {
		return fmt.Errorf("%s: %w (%w)", c.target.Dir, ErrNotFound, c.said(answer))
	}
	c.home = strings.ReplaceAll(c.home, `""`, `"`)
	return err
}

// encryption returns the settings of TLS for one control connection and its data. Strict servers demand that a data connection takes up
// the session of the control connection, which the cache is for. Which certificate is right, the pin says, whatever its name and
// issuer: hosts of game servers sign their own.
func (c *ftpConn) encryption() *tls.Config {
	return &tls.Config{
		ServerName: c.target.Host, ClientSessionCache: tls.NewLRUClientSessionCache(1),
		InsecureSkipVerify: true,
		VerifyConnection:   func(s tls.ConnectionState) error { return c.check(s.PeerCertificates[0].Raw) },
	}
}

// check accepts the pinned certificate, or any where none is pinned.
func (c *ftpConn) check(certificate []byte) error {
	sum := sha256.Sum256(certificate)
	c.fingerprint = "SHA256:" + strings.ReplaceAll(fmt.Sprintf("% X", sum), " ", ":")
	if c.target.Pinned != "" && c.target.Pinned != c.fingerprint {
		return &PinError{Pinned: c.target.Pinned, Shown: c.fingerprint}
	}
	return nil
}

// dialData connects to a port for data. The host is that of the control connection, whatever the server says: behind the address
// translation of a provider it does not know its own address.
func (c *ftpConn) dialData(to string) (net.Conn, error) {
	_, text, err := net.SplitHostPort(to)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(c.ctx, c.link.timeout)
	defer cancel()
	c.abrupt = false
	conn, err := dialer.Dialer{Private: c.private}.Dial(ctx, "tcp", c.address, port)
	if err != nil {
		return nil, fmt.Errorf("the server cannot be reached at port %d, which it names for data (passive mode): %w", port, ErrLost)
	}
	var data net.Conn = c.link.add(conn)
	if c.tls != nil {
		data = lenient{tls.Client(&drained{Conn: data, tcp: conn.(*net.TCPConn)}, c.tls), &c.abrupt}
	}
	if c.lists {
		data = listing{data, c.link}
	}
	return data, nil
}

// drained reads to the end before it closes. After the handshake of TLS 1.3 the server has sent tickets, which nobody reads in an upload;
// closing with them unread would have the kernel reset the connection, and the server would lose the rest of the file. A connection that
// was not used, because the server has refused the file, is closed at once: the server keeps its end open.
type drained struct {
	net.Conn
	tcp  *net.TCPConn
	used bool
}

func (d *drained) Write(b []byte) (int, error) {
	d.used = true
	return d.Conn.Write(b)
}

func (d *drained) Close() error {
	if !d.used {
		return d.Conn.Close()
	}
	_ = d.tcp.CloseWrite() // where it fails, so does reading
	_ = d.tcp.SetReadDeadline(time.Now().Add(drainTime))
	_, _ = io.Copy(io.Discard, io.LimitReader(d.tcp, maxDrained))
	return d.Conn.Close()
}

// lenient takes a connection that ends without the farewell of TLS for one that ends, as clients of FTP do, and notes it: somebody in
// between may have ended it.
type lenient struct {
	*tls.Conn
	abrupt *bool
}

func (l lenient) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		*l.abrupt, err = true, io.EOF
	}
	return n, err
}
