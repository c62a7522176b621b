package store

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
)

// KeySize is the size of Config.Key in bytes.
const KeySize = 32

// sealer encrypts single values with AES-256-GCM. Without a key it returns errNoKey.
type sealer struct {
	gcm cipher.AEAD
	key []byte
}

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
	return sealer{gcm, key}, err
}

// reseal encrypts text, but returns the stored value when that holds the same text: each encryption looks different.
func (s sealer) reseal(stored any, text, field string) (string, error) {
	if sealed, ok := stored.(string); ok {
		if known, err := s.open(sealed, field); err == nil && known == text {
			return sealed, nil
		}
	}
	return s.seal(text, field)
}

// seal encrypts text; field names the field that it belongs to, so that it cannot be moved to another.
func (s sealer) seal(text, field string) (string, error) {
	if s.gcm == nil {
		return "", errNoKey
	}
	return base64.RawStdEncoding.EncodeToString(s.gcm.Seal(nil, nil, []byte(text), []byte(field))), nil
}

// open decrypts what seal has encrypted. It fails for another key or field.
func (s sealer) open(sealed, field string) (string, error) {
	if s.gcm == nil {
		return "", errNoKey
	}
	data, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return "", fmt.Errorf("stored secret: %w", err)
	}
	text, err := s.gcm.Open(nil, nil, data, []byte(field))
	if err != nil {
		return "", errors.New("a stored secret cannot be read with this secret key")
	}
	return string(text), nil
}

// code returns a text that only who has the key can make of another one.
func (s sealer) code(text string) (string, error) {
	if s.gcm == nil {
		return "", errNoKey
	}
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte("quartermaster code\x00" + text))
	return hex.EncodeToString(mac.Sum(nil)[:codeSize]), nil
}

// codeSize is the size of a code in bytes.
const codeSize = 20
