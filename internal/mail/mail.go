// Package mail sends messages over a mail server (SMTP).
package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/smtp"
	"net/url"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/dialer"
)

// patience is how long sending a message may take in all.
const patience = 30 * time.Second

// The ports of mail servers.
const (
	portStartTLS = 587
	portTLS      = 465
)

// Sender sends messages from one address over one mail server.
type Sender struct {
	host     string
	port     int
	tls      *tls.Config
	implicit bool // TLS from the first byte
	local    bool // the server is on this machine
	auth     smtp.Auth
	from     *mail.Address
}

// New returns the sender for a URL, smtp://user:password@host:587 or smtps://user:password@host:465, and the address that messages come
// from, with or without a name. Over smtp the connection is encrypted by STARTTLS, without which nothing is sent but to a server on this
// machine.
func New(serverURL, from string) (*Sender, error) {
	u, err := url.Parse(serverURL)
	if err != nil {
		return nil, errors.New("the URL of the mail server is not valid") // which may have the password: it is not repeated
	}
	if u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return nil, errors.New("the URL of the mail server is smtp://user:password@host:587 or smtps://user:password@host:465")
	}
	s := &Sender{host: u.Hostname(), port: portStartTLS, implicit: u.Scheme == "smtps", local: isLocal(u.Hostname())}
	if s.implicit {
		s.port = portTLS
	}
	if text := u.Port(); text != "" {
		s.port, err = strconv.Atoi(text)
	}
	if err == nil {
		s.from, err = mail.ParseAddress(from)
	}
	if err != nil {
		return nil, fmt.Errorf("the address that mails come from: %w", err)
	}
	// What goes to this machine crosses no network, and certificates for its name are rare.
	s.tls = &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12, InsecureSkipVerify: s.local}
	if password, given := u.User.Password(); given {
		s.auth = smtp.PlainAuth("", u.User.Username(), password, s.host)
	}
	return s, nil
}

func isLocal(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// Send hands a text to the mail server for one recipient. It takes half a minute at most, and its errors name the server but no secret.
func (s *Sender) Send(ctx context.Context, to, subject, text string) error {
	recipient, err := mail.ParseAddress(to)
	if err != nil {
		return fmt.Errorf("mail to an address that is not valid: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := s.send(ctx, recipient.Address, s.compose(recipient, subject, text)); err != nil {
		return fmt.Errorf("mail server %s: %w", net.JoinHostPort(s.host, strconv.Itoa(s.port)), err)
	}
	return nil
}

func (s *Sender) send(ctx context.Context, to string, message []byte) error {
	// The operator has named the server, which is often in his own network.
	conn, err := dialer.Dialer{Private: true}.Dial(ctx, "tcp", s.host, s.port)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })() // which ends what waits for the server
	conn = &bounded{conn, maxReplies}
	if s.implicit {
		conn = tls.Client(conn, s.tls)
	}
	client, err := smtp.NewClient(conn, s.host)
	if err != nil {
		return err
	}
	if err := s.greet(client); err != nil {
		return err
	}
	return deliver(client, s.from.Address, to, message)
}

// maxReplies is how many bytes a mail server may say in all.
const maxReplies = 64 << 10

// bounded is a connection of which no more than so many bytes are read.
type bounded struct {
	net.Conn
	left int
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errors.New("it says too much")
	}
	n, err := b.Conn.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// greet introduces the program, encrypts the connection and signs in.
func (s *Sender) greet(client *smtp.Client) error {
	if err := client.Hello(domainOf(s.from.Address)); err != nil {
		return err
	}
	encrypts, _ := client.Extension("STARTTLS")
	switch {
	case s.implicit:
	case encrypts:
		if err := client.StartTLS(s.tls); err != nil {
			return err
		}
	case !s.local:
		return errors.New("it does not offer STARTTLS, and nothing is sent unencrypted")
	}
	if s.auth == nil {
		return nil
	}
	return client.Auth(s.auth)
}

func deliver(client *smtp.Client, from, to string, message []byte) error {
	if err := client.Mail(from); err != nil {
		return err
	}
	if err := client.Rcpt(to); err != nil {
		return err
	}
	w, err := client.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(message); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	_ = client.Quit() // the message is accepted, whatever comes now
	return nil
}

func domainOf(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }
