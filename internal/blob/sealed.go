package blob

import (
	"bufio"
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"filippo.io/age"
)

// ErrSealed is returned for a blob that was sealed with another key.
var ErrSealed = errors.New("blob: sealed with another key")

// Sealer encrypts blobs in the format of age, so that what lies on a disk, in a bucket or in a backup says nothing without the key.
type Sealer struct{ of keyRing }

// NewSealer returns a sealer for a secret key of at least 16 random bytes.
func NewSealer(key []byte) (*Sealer, error) {
	derived, err := hkdf.Key(sha256.New, key, nil, "quartermaster blobs", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCMWithRandomNonce(block)
	return &Sealer{keyRing{gcm}}, err
}

// Seal returns what r holds, sealed; what is sealed already stays as it is.
func (s *Sealer) Seal(r io.Reader) (io.Reader, error) {
	begin := bufio.NewReaderSize(r, len(sealedMark))
	if isSealed(begin) {
		return begin, nil
	}
	return age.EncryptReader(begin, s.of)
}

// Open returns what r holds, unsealed; what is not sealed comes from before blobs were. The error is ErrSealed for another key.
func (s *Sealer) Open(r io.Reader) (io.Reader, error) {
	begin := bufio.NewReaderSize(r, len(sealedMark))
	if !isSealed(begin) {
		return begin, nil
	}
	opened, err := age.Decrypt(begin, s.of)
	if _, other := errors.AsType[*age.NoIdentityMatchError](err); other {
		return nil, ErrSealed
	}
	return opened, err
}

// IsSealed reports whether a blob is sealed.
func IsSealed(ctx context.Context, in Store, key string) (bool, error) {
	content, err := in.Open(ctx, key)
	if err != nil {
		return false, err
	}
	defer content.Close()
	return isSealed(bufio.NewReaderSize(content, len(sealedMark))), nil
}

// sealedMark begins a sealed blob: the first line of the format, and that the key of the file is sealed by a keyRing.
const (
	sealedMark  = "age-encryption.org/v1\n-> " + sealedFor + "\n"
	sealedFor   = "quartermaster-key"
	sealedField = "blob"
)

func isSealed(r *bufio.Reader) bool {
	begin, _ := r.Peek(len(sealedMark)) // one that cannot be read says so when it is
	return bytes.Equal(begin, []byte(sealedMark))
}

// keyRing seals and opens the keys of files.
type keyRing struct{ aead cipher.AEAD }

// Wrap implements age.Recipient.
func (k keyRing) Wrap(fileKey []byte) ([]*age.Stanza, error) {
	return []*age.Stanza{{Type: sealedFor, Body: k.aead.Seal(nil, nil, fileKey, []byte(sealedField))}}, nil
}

// Unwrap implements age.Identity.
func (k keyRing) Unwrap(stanzas []*age.Stanza) ([]byte, error) {
	for _, s := range stanzas {
		if s.Type == sealedFor {
			if fileKey, err := k.aead.Open(nil, nil, s.Body, []byte(sealedField)); err == nil {
				return fileKey, nil
			}
		}
	}
	return nil, age.ErrIncorrectIdentity
}

// sealed is a Storage whose blobs are sealed.
type sealed struct {
	Storage
	by *Sealer
}

// Sealed returns a storage that seals what it puts into another one, and opens what it gets from there.
func Sealed(of Storage, by *Sealer) Storage { return sealed{of, by} }

// Put implements Store.
func (s sealed) Put(ctx context.Context, key string, r io.Reader) (size int64, err error) {
	counted := &counter{from: r}
	content, err := age.EncryptReader(counted, s.by.of)
	if err != nil {
		return 0, fmt.Errorf("seal %s: %w", key, err)
	}
	if _, err := s.Storage.Put(ctx, key, content); err != nil {
		return 0, err
	}
	return counted.read, nil
}

// Open implements Store.
func (s sealed) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	content, err := s.Storage.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	opened, err := s.by.Open(content)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", key, err), content.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{opened, content}, nil
}

// counter counts what is read.
type counter struct {
	from io.Reader
	read int64
}

// Read implements io.Reader.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.read += int64(n)
	return n, err
}
