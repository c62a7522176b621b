package remote

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/ssh"
)

// ErrPassphrase is returned for a private key with a passphrase that is wrong or missing.
var ErrPassphrase = errors.New("the passphrase of the private key")

// MakeKey returns a new ed25519 key: the private half as OpenSSH writes it, without a passphrase. It fails only where the system has no
// random numbers.
func MakeKey() (private string, err error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return "", err
	}
	block, err := ssh.MarshalPrivateKey(key, "quartermaster")
	if err != nil {
		return "", err
	}
	return string(pem.EncodeToMemory(block)), nil
}

// PublicKey returns the line for a server's authorized_keys of a private key, ErrPassphrase, or an error that says what is wrong with
// the key.
func PublicKey(private, passphrase string) (string, error) {
	signer, err := parseKey(private, passphrase)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(signer.PublicKey()))), nil
}

func parseKey(private, passphrase string) (ssh.Signer, error) {
	signer, err := ssh.ParsePrivateKey([]byte(private))
	var protected *ssh.PassphraseMissingError
	if errors.As(err, &protected) && passphrase != "" {
		signer, err = ssh.ParsePrivateKeyWithPassphrase([]byte(private), []byte(passphrase))
	}
	switch {
	case err == nil:
		return signer, nil
	case errors.As(err, &protected):
		return nil, fmt.Errorf("%w is needed too", ErrPassphrase)
	case errors.Is(err, x509.IncorrectPasswordError):
		return nil, fmt.Errorf("%w is wrong", ErrPassphrase)
	}
	return nil, unreadable(private)
}

// unreadable says what stands in the place of a private key. It shows nothing of it.
func unreadable(private string) error {
	text := strings.TrimSpace(private)
	if _, _, _, _, err := ssh.ParseAuthorizedKey([]byte(text)); err == nil {
		return errors.New("this is the public half of a key; the private half is needed")
	}
	if strings.HasPrefix(text, "PuTTY-") {
		return errors.New("this is a key of PuTTY; export it in the format of OpenSSH (PuTTYgen, Conversions)")
	}
	return errors.New("this is no private key that can be read (ed25519, RSA or ECDSA, as PEM or of OpenSSH)")
}
