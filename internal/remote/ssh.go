package remote

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"

	"golang.org/x/crypto/ssh"
)

// signIn is one attempt at an SSH connection.
type signIn struct {
	target   Target
	hostKeys []string      // kinds that are asked for; nil: all
	shown    ssh.PublicKey // the host key, once the server has shown it
	asked    bool          // whether the server took the password to look at it
}

// sshConnect connects and signs in. It returns the fingerprint of the host key. Servers have keys of several kinds: before another one than
// the pinned counts as a change, the server is asked for the other kinds.
func (o opener) sshConnect(ctx context.Context, t Target, l *link) (client *ssh.Client, fingerprint string, err error) {
	var changed, pin *PinError
	for _, kinds := range hostKeyKinds() {
		client, fingerprint, err = o.sshAttempt(ctx, t, l, kinds)
		if err == nil {
			return client, fingerprint, nil
		}
		isPin := errors.As(err, &pin)
		if stopped(err) || errors.Is(err, ErrDenied) || !isPin && changed == nil {
			break
		}
		if changed == nil {
			changed = pin
		}
		err = changed
	}
	l.close(nil)
	return nil, "", err
}

// hostKeyKinds returns what to ask for in turn: whatever the server prefers, and then each kind.
func hostKeyKinds() [][]string {
	return [][]string{
		nil, {ssh.KeyAlgoED25519}, {ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521}, {ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256},
	}
}

func (o opener) sshAttempt(ctx context.Context, t Target, l *link, hostKeys []string) (client *ssh.Client, fingerprint string, err error) {
	auth, err := authMethods(t)
	if err != nil {
		return nil, "", err
	}
	conn, err := o.dial(ctx, t, 22)
	if err != nil {
		return nil, "", err
	}
	s := &signIn{target: t, hostKeys: hostKeys}
	linked := l.add(conn)
	signingIn := newBounded(linked, l, maxSignIn)
	err = l.during(ctx, func() error {
		client, err = s.connect(&greeted{Conn: signingIn, wrong: digit}, auth)
		return err
	})
	signingIn.lift()
	linked.raw.Store(true) // its packets are counted from here on
	if err != nil {
		linked.Close()
		return nil, "", s.failure(err)
	}
	return client, ssh.FingerprintSHA256(s.shown), nil
}

func (s *signIn) connect(conn net.Conn, auth func(asked func()) []ssh.AuthMethod) (*ssh.Client, error) {
	inner, channels, requests, err := ssh.NewClientConn(conn, "", &ssh.ClientConfig{
		User: s.target.Username, Auth: auth(func() { s.asked = true }), HostKeyAlgorithms: s.hostKeys,
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error { return s.check(key) },
	})
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(inner, channels, requests), nil
}

// check accepts the pinned host key, or any where none is pinned.
func (s *signIn) check(key ssh.PublicKey) error {
	s.shown = key
	if shown := ssh.FingerprintSHA256(key); s.target.Pinned != "" && s.target.Pinned != shown {
		return &PinError{Pinned: s.target.Pinned, Shown: shown}
	}
	return nil
}

// failure says in the owner's words why there is no connection.
func (s *signIn) failure(err error) error {
	var pin *PinError
	switch {
	case errors.As(err, &pin):
		return pin
	case stopped(err):
		return err
	case s.shown == nil && broken(err):
		return fmt.Errorf("what answers at %s is no SFTP server, or ends the connection: %w", address(s.target, 22), ErrLost)
	case s.shown == nil:
		return fmt.Errorf("what answers at %s is no SFTP server", address(s.target, 22))
	case broken(err):
		return ErrLost
	case s.target.PrivateKey != "":
		return fmt.Errorf("the server refused the key of %s: %w", s.target.Username, ErrDenied)
	case !s.asked:
		return fmt.Errorf("the server takes no password of %s, only a key: %w", s.target.Username, ErrDenied)
	}
	return fmt.Errorf("the server refused the password of %s: %w", s.target.Username, ErrDenied)
}

// authMethods returns the ways to sign in. They call asked when the server wants the password.
func authMethods(t Target) (func(asked func()) []ssh.AuthMethod, error) {
	if t.PrivateKey != "" {
		signer, err := parseKey(t.PrivateKey, t.Passphrase)
		return func(func()) []ssh.AuthMethod { return []ssh.AuthMethod{ssh.PublicKeys(signer)} }, err
	}
	return func(asked func()) []ssh.AuthMethod {
		password := func() (string, error) { asked(); return t.Password, nil }
		return []ssh.AuthMethod{ssh.PasswordCallback(password), ssh.KeyboardInteractive(answering(password))}
	}, nil
}

// answering answers hidden questions with the password, and others with nothing.
func answering(password func() (string, error)) ssh.KeyboardInteractiveChallenge {
	return func(_, _ string, questions []string, echos []bool) ([]string, error) {
		answers := make([]string, len(questions))
		for i := range questions {
			if !echos[i] {
				answers[i], _ = password()
			}
		}
		return answers, nil
	}
}

func address(t Target, usual int) string {
	return net.JoinHostPort(t.Host, strconv.Itoa(port(t, usual)))
}

func port(t Target, usual int) int {
	if t.Port != 0 {
		return t.Port
	}
	return usual
}
