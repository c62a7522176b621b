package target

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"strings"

	"golang.org/x/crypto/ssh"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// checkKey looks at a private key that is sent.
func checkKey(in *jsontree.Object, problems *validate.Errors) {
	key := in.Text("private_key")
	if key == "" {
		return
	}
	if made, _ := in.Get("generate_key"); validate.Bool(made) {
		problems.AddSentence("generate_key", "Send a private key or have one made, not both.")
		return
	}
	_, err := publicKey(key, in.Text("passphrase"))
	var locked *ssh.PassphraseMissingError
	switch {
	case errors.As(err, &locked):
		problems.AddSentence("passphrase", "The private key needs its passphrase.")
	case err != nil && in.Text("passphrase") != "":
		problems.AddSentence("passphrase", "The private key cannot be read with this passphrase.")
	case err != nil:
		problems.AddSentence("private_key", "This is no private SSH key: send the text of a file such as id_ed25519, from -----BEGIN to -----END.")
	}
}

// publicKey returns the public half of a private key as a line of authorized_keys.
func publicKey(key, passphrase string) (string, error) {
	signer, err := parseKey([]byte(key), passphrase)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(signer.PublicKey()))), nil
}

func parseKey(key []byte, passphrase string) (ssh.Signer, error) {
	signer, err := ssh.ParsePrivateKey(key)
	var locked *ssh.PassphraseMissingError
	if errors.As(err, &locked) && passphrase != "" {
		return ssh.ParsePrivateKeyWithPassphrase(key, []byte(passphrase))
	}
	return signer, err
}

// makeKey returns a new private key.
func makeKey() (string, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return "", err
	}
	block, err := ssh.MarshalPrivateKey(private, "quartermaster")
	if err != nil {
		return "", err
	}
	return string(pem.EncodeToMemory(block)), nil
}
