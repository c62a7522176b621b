package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// The length of the passwords that users choose, in characters.
const (
	PasswordMin = 8
	PasswordMax = 200
)

// The cost of a new hash: the lowest that OWASP advises, because every sign-in pays it.
const (
	hashMemory  = 19 * 1024 // KiB
	hashPasses  = 2
	hashThreads = 1
	saltLength  = 16
	keyLength   = 32
)

// hashesAtOnce bounds the memory that many sign-ins at once can take.
const hashesAtOnce = 2

var errHash = errors.New("the stored password hash is damaged")

// hasher hashes passwords with Argon2id, few at a time.
type hasher struct {
	slots chan struct{}
}

func newHasher() *hasher { return &hasher{slots: make(chan struct{}, hashesAtOnce)} }

// hash returns the hash of a password in the PHC string format, under a new salt. It returns an error only when ctx ends while
// it waits for its turn.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	p := newHash()
	key, err := h.derive(ctx, p, password)
	if err != nil {
		return "", err
	}
	p.key = key
	return p.String(), nil
}

// matches reports whether hash was made from password. It returns an error when the hash is damaged or ctx ends.
func (h *hasher) matches(ctx context.Context, hash, password string) (bool, error) {
	p, err := parseHash(hash)
	if err != nil {
		return false, err
	}
	key, err := h.derive(ctx, p, password)
	return err == nil && subtle.ConstantTimeCompare(key, p.key) == 1, err
}

func (h *hasher) derive(ctx context.Context, p passwordHash, password string) ([]byte, error) {
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting to check a password: %w", ctx.Err())
	}
	defer func() { <-h.slots }()
	return argon2.IDKey([]byte(password), p.salt, p.passes, p.memory, p.threads, uint32(len(p.key))), nil
}

// passwordHash is a parsed PHC string: $argon2id$v=19$m=19456,t=2,p=1$salt$key.
type passwordHash struct {
	memory, passes uint32
	threads        uint8
	salt, key      []byte
}

// newHash returns a hash of today's cost with a random salt and no key yet.
func newHash() passwordHash {
	p := passwordHash{
		memory: hashMemory, passes: hashPasses, threads: hashThreads,
		salt: make([]byte, saltLength), key: make([]byte, keyLength),
	}
	_, _ = rand.Read(p.salt)
	return p
}

// unmatchable returns a hash that no known password matches and that costs as much to check as any.
func unmatchable() string {
	p := newHash()
	_, _ = rand.Read(p.key)
	return p.String()
}

func (p passwordHash) String() string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, p.memory, p.passes, p.threads, encode(p.salt), encode(p.key))
}

func parseHash(text string) (passwordHash, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return passwordHash{}, errHash
	}
	var p passwordHash
	_, costErr := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.passes, &p.threads)
	var saltErr, keyErr error
	p.salt, saltErr = base64.RawStdEncoding.DecodeString(parts[4])
	p.key, keyErr = base64.RawStdEncoding.DecodeString(parts[5])
	if errors.Join(costErr, saltErr, keyErr) != nil || p.passes == 0 || p.threads == 0 || len(p.key) == 0 {
		return passwordHash{}, errHash
	}
	return p, nil
}

func checkPassword(password string) error {
	if n := utf8.RuneCountInString(password); n < PasswordMin || n > PasswordMax {
		return ErrPassword
	}
	return nil
}
