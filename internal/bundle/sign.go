package bundle

import (
	"crypto/rand"
	"strings"

	"aead.dev/minisign"
)

// What a signature is worth.
const (
	Good     = "good"     // the bundle is as it was signed
	Altered  = "altered"  // it is not, or the signature is of something else
	Unsigned = "unsigned" // there is no signature
)

// mostSignature is more than a signature of minisign has, in bytes.
const mostSignature = 1024

// NewKey returns a new key in the form of minisign: its public half, which people compare, and its secret one.
func NewKey() (public, secret string, err error) {
	p, s, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		return "", "", err
	}
	text, err := s.MarshalText()
	return publicText(p), string(text), err
}

// publicText is the second line of a public key file, which the -P of minisign takes.
func publicText(p minisign.PublicKey) string {
	lines := strings.Fields(p.String())
	return lines[len(lines)-1]
}

// trustedComment is what the signature says about a bundle.
func (m *Manifest) trustedComment() string { return m.Name + " " + m.Version }

func (m *Manifest) sign(text []byte, secret string) ([]byte, error) {
	var key minisign.PrivateKey
	if err := key.UnmarshalText([]byte(secret)); err != nil {
		return nil, err
	}
	return minisign.SignWithComments(key, text, m.trustedComment(), "signature of a bundle"), nil
}

// judge says what a signature over the manifest's text is worth.
func (b *Bundle) judge(text, signature []byte) {
	if b.Signature = Unsigned; signature == nil {
		return
	}
	b.Signature = Altered
	var key minisign.PublicKey
	var s minisign.Signature
	if len(signature) > mostSignature || key.UnmarshalText([]byte(b.Key)) != nil || s.UnmarshalText(signature) != nil {
		return
	}
	b.SignedBy = b.Key
	if s.TrustedComment == b.trustedComment() && minisign.Verify(key, text, signature) {
		b.Signature = Good
	}
}
