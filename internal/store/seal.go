package store

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"fmt"
)

// KeySize is the size of Config.Key in bytes.
const KeySize = 32

// sealer encrypts single values with AES-256-GCM. Without a key it refuses to store any.
type sealer struct{ gcm cipher.AEAD }

var errNoKey = errors.New("no secret key: passwords cannot be stored")

func newSealer(key []byte) (sealer, error) {
	if len(key) == 0 {
		return sealer{}, nil
	}
	if len(key) != KeySize {
		return sealer{}, fmt.Errorf("the secret key has %d bytes, not %d", len(key), KeySize)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return sealer{}, err
	}
	gcm, err := cipher.NewGCMWithRandomNonce(block)
	return sealer{gcm}, err
}

// reseal encrypts text unless that is what the stored value holds: sealed twice, the same text looks different.
func (s sealer) reseal(stored any, text, place string) (string, error) {
	if sealed, ok := stored.(string); ok {
		if known, err := s.open(sealed, place); err == nil && known == text {
			return sealed, nil
		}
	}
	return s.seal(text, place)
}

// seal encrypts text; place names what it belongs to, so that a value cannot be moved elsewhere.
func (s sealer) seal(text, place string) (string, error) {
	if s.gcm == nil {
		return "", errNoKey
	}
	return base64.RawStdEncoding.EncodeToString(s.gcm.Seal(nil, nil, []byte(text), []byte(place))), nil
}

// open is the reverse of seal. It refuses what was sealed with another key or for another place.
func (s sealer) open(sealed, place string) (string, error) {
	if s.gcm == nil {
		return "", errNoKey
	}
	data, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return "", fmt.Errorf("stored secret: %w", err)
	}
	text, err := s.gcm.Open(nil, nil, data, []byte(place))
	if err != nil {
		return "", errors.New("a stored secret cannot be read with this secret key")
	}
	return string(text), nil
}
