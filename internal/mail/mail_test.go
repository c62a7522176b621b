package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/http/httptest"
	"net/mail"
	"strconv"
	"strings"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// inbox is a mail server that keeps what it gets.
type inbox struct {
	messages chan received
	users    map[string]string
}

type received struct{ from, to, user, data string }

func (b *inbox) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{box: b}, nil }

type session struct {
	box *inbox
	got received
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if s.box.users[user] != password {
			return errors.New("wrong password")
		}
		s.got.user = user
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error { s.got.from = from; return nil }
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error   { s.got.to = to; return nil }
func (s *session) Reset()                                      {}
func (s *session) Logout() error                               { return nil }

func (s *session) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	s.got.data = string(text)
	s.box.messages <- s.got
	return err
}

// serve starts a mail server on this machine.
func serve(t *testing.T, tlsConfig *tls.Config, implicit bool) (box *inbox, at string) {
	t.Helper()
	box = &inbox{messages: make(chan received, 1), users: map[string]string{"ada": "se:cr@t"}}
	server := smtp.NewServer(box)
	server.TLSConfig, server.AllowInsecureAuth = tlsConfig, true
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at = listener.Addr().String()
	if implicit {
		listener = tls.NewListener(listener, tlsConfig)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return box, at
}

// certificate is one for example.com and 127.0.0.1 that nobody trusts.
func certificate(t *testing.T) *tls.Config {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	t.Cleanup(server.Close)
	return &tls.Config{Certificates: server.TLS.Certificates}
}

func TestSend(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, scheme string
		tls          *tls.Config
	}{
		{"STARTTLS", "smtp", certificate(t)},
		{"TLS", "smtps", certificate(t)},
		{"in the clear on this machine", "smtp", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			box, at := serve(t, c.tls, c.scheme == "smtps")
			s, err := New(c.scheme+"://ada:se%3Acr%40t@"+at, "Quartermaster für alle <qm@example.org>")
			if err != nil {
				t.Fatal(err)
			}
			text := "Grüße,\n.\nhttps://qm.example.org/" + strings.Repeat("x", 100) + "=?\n"
			if err := s.Send(t.Context(), "bo@example.org", "Ein neues Paßwort\r\nBcc: cy@example.org", text); err != nil {
				t.Fatal(err)
			}
			got := <-box.messages
			if got.user != "ada" || got.from != "qm@example.org" || got.to != "bo@example.org" {
				t.Errorf("envelope %+v", got)
			}
			checkMessage(t, got.data, text)
		})
	}
}

func checkMessage(t *testing.T, data, text string) {
	t.Helper()
	message, err := mail.ReadMessage(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil || subject != "Ein neues Paßwort Bcc: cy@example.org" || message.Header.Get("Bcc") != "" {
		t.Errorf("subject %q, Bcc %q, %v", subject, message.Header.Get("Bcc"), err)
	}
	from, err := message.Header.AddressList("From")
	if err != nil || len(from) != 1 || from[0].Name != "Quartermaster für alle" {
		t.Errorf("from %v, %v", from, err)
	}
	if _, err := message.Header.Date(); err != nil || message.Header.Get("Auto-Submitted") != "auto-generated" {
		t.Errorf("header %v, %v", message.Header, err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(message.Body))
	if got := strings.ReplaceAll(string(body), "\r\n", "\n"); err != nil || got != text {
		t.Errorf("text %q, %v, want %q", got, err, text)
	}
}

// TestNothingIsSentUnencrypted: nor to who cannot prove to be the server, nor the password to one that does not encrypt.
func TestNothingIsSentUnencrypted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, scheme, want string
		tls                *tls.Config
	}{
		{"no STARTTLS", "smtp", "does not offer STARTTLS", nil},
		{"foreign certificate after STARTTLS", "smtp", "certificate", certificate(t)},
		{"foreign certificate", "smtps", "certificate", certificate(t)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			box, at := serve(t, c.tls, c.scheme == "smtps")
			s, err := New(c.scheme+"://ada:se%3Acr%40t@"+at, "qm@example.org")
			if err != nil {
				t.Fatal(err)
			}
			s.local, s.tls.InsecureSkipVerify = false, false // as if it were on another machine
			if err := s.Send(t.Context(), "bo@example.org", "Subject", "text"); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if len(box.messages) != 0 {
				t.Error("the message was sent")
			}
		})
	}
}

func TestSendFails(t *testing.T) {
	t.Parallel()
	_, at := serve(t, nil, false)
	wrong, err := New("smtp://ada:wrong@"+at, "qm@example.org")
	if err != nil {
		t.Fatal(err)
	}
	err = wrong.Send(t.Context(), "bo@example.org", "Subject", "text")
	if err == nil || strings.Contains(err.Error(), "wrong@") || !strings.Contains(err.Error(), at) {
		t.Errorf("error %v", err)
	}
	if err := wrong.Send(t.Context(), "bo@example.org>\r\nRCPT TO:<cy@example.org", "Subject", "text"); err == nil {
		t.Error("an address with a command in it was taken")
	}
}

// TestSendEndsWithItsContext: a server that says nothing does not hold anybody.
func TestSendEndsWithItsContext(t *testing.T) {
	t.Parallel()
	silent, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		conn, err := silent.Accept()
		cancel() // once it is connected, and waits
		if err == nil {
			defer conn.Close()
		}
		<-t.Context().Done()
	}()
	s, err := New("smtp://"+silent.Addr().String(), "qm@example.org")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(ctx, "bo@example.org", "Subject", "text"); err == nil {
		t.Error("sent to a server that says nothing")
	}
}

// TestServersThatNeverStop sends to mail servers whose greeting, or whose reply, has no end.
func TestServersThatNeverStop(t *testing.T) {
	t.Parallel()
	for _, begins := range []string{"220 ", "220 mail.example.org ready\r\n250-"} {
		endless, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer endless.Close()
		go func() {
			conn, err := endless.Accept()
			for text := begins; err == nil; text = strings.Repeat("a", 32<<10) {
				_, err = io.WriteString(conn, text)
			}
		}()
		s, err := New("smtp://"+endless.Addr().String(), "qm@example.org")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Send(t.Context(), "bo@example.org", "Subject", "text"); err == nil || !strings.Contains(err.Error(), "says too much") {
			t.Error(err)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ url, from string }{
		{"http://ada:secret@example.org", "qm@example.org"},
		{"smtp://", "qm@example.org"},
		{"example.org:587", "qm@example.org"},
		{"smtp://ada:secret@exa mple.org", "qm@example.org"},
		{"smtp://ada:secret@example.org/path", "qm@example.org"},
		{"smtp://ada:secret@example.org", ""},
		{"smtp://ada:secret@example.org", "qm"},
		{"smtp://ada:secret@example.org", "qm@example.org\r\nBcc: cy@example.org"},
	} {
		if _, err := New(c.url, c.from); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("New(%q, %q): %v", c.url, c.from, err)
		}
	}
	for url, port := range map[string]int{"smtp://example.org": 587, "smtps://example.org": 465, "smtp://example.org:25": 25} {
		if s, err := New(url, "qm@example.org"); err != nil || s.port != port {
			t.Errorf("New(%q): %v, %v, want port %s", url, s, err, strconv.Itoa(port))
		}
	}
}
