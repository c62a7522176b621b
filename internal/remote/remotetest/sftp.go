package remotetest

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"strconv"
	"testing"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"quartermaster/internal/remote"
)

// The user of the servers.
const (
	Username = "owner"
	Password = "not-a-secret"
)

// SFTP is a server of SFTP in this process.
type SFTP struct {
	Dir         string // what its users enter
	Plain       bool   // it has no extensions of the protocol, so that files cannot be replaced by a rename at once
	Interactive bool   // it asks for the password in a dialogue
	Instead     Instead
	Key         string // the only key that may sign in, as a line of authorized_keys; empty: the password counts
}

// Start starts the server and returns its target.
func (s SFTP) Start(t testing.TB) remote.Target {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	config := s.config()
	config.AddHostKey(signer)
	listener := listen(t)
	go accept(listener, func(conn net.Conn) { s.serve(conn, config) })
	return remote.Target{
		Protocol: remote.SFTP, Host: "127.0.0.1", Port: listener.Addr().(*net.TCPAddr).Port, Username: Username, Password: Password, Dir: s.Dir,
	}
}

func listen(t testing.TB) net.Listener {
	t.Helper()
	return listenAt(t, 0)
}

// listenAt listens at a port of this machine; 0 for any.
func listenAt(t testing.TB, port int) net.Listener {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener
}

// accept serves each connection until the listener is closed.
func accept(listener net.Listener, serve func(net.Conn)) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go serve(conn)
	}
}

var errRefused = errors.New("refused")

func (s SFTP) config() *ssh.ServerConfig {
	verdict := func(right bool) (*ssh.Permissions, error) {
		if !right {
			return nil, errRefused
		}
		return nil, nil
	}
	config := new(ssh.ServerConfig)
	switch {
	case s.Key != "":
		config.PublicKeyCallback = func(c ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			allowed, _, _, _, err := ssh.ParseAuthorizedKey([]byte(s.Key))
			return verdict(err == nil && c.User() == Username && string(allowed.Marshal()) == string(key.Marshal()))
		}
	case s.Interactive:
		config.KeyboardInteractiveCallback = func(c ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
			if s.Instead.has("the dialogue", dialogue(ask)) {
				return nil, errRefused
			}
			answers, err := ask("", "", []string{"Password: "}, []bool{false})
			return verdict(err == nil && c.User() == Username && answers[0] == Password)
		}
	default:
		config.PasswordCallback = func(c ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
			return verdict(c.User() == Username && string(password) == Password)
		}
	}
	return config
}

func (s SFTP) serve(conn net.Conn, config *ssh.ServerConfig) {
	defer conn.Close()
	if s.Instead.has("the version of SSH", conn) {
		return
	}
	_, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for offered := range channels {
		channel, requests, err := offered.Accept()
		if err != nil {
			return
		}
		go acceptSubsystem(requests)
		go s.session(channel)
	}
}

func acceptSubsystem(requests <-chan *ssh.Request) {
	for request := range requests {
		_ = request.Reply(request.Type == "subsystem", nil) // a lost connection ends the session anyway
	}
}

func (s SFTP) session(channel ssh.Channel) {
	defer channel.Close()
	var stream io.ReadWriteCloser = channel
	if s.Plain {
		stream = &plain{Channel: channel}
	}
	if s.Instead != nil {
		stream = &heard{ReadWriteCloser: stream, instead: s.Instead}
	}
	server, err := sftp.NewServer(stream, sftp.WithServerWorkingDirectory(s.Dir))
	if err != nil {
		return
	}
	_ = server.Serve() // until the client leaves
}

// plain replaces the first answer, the version with the extensions, by one without.
type plain struct {
	ssh.Channel
	told bool
}

func (p *plain) Write(b []byte) (int, error) {
	if p.told {
		return p.Channel.Write(b)
	}
	p.told = true
	_, err := p.Channel.Write([]byte{0, 0, 0, 5, 2, 0, 0, 0, 3})
	return len(b), err
}
