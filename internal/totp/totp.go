// Package totp makes the codes of authenticator apps (RFC 6238, SHA-1, six digits, 30 seconds).
package totp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // what all apps know; it is the HMAC that has to hold
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

const (
	stepLength = 30        // seconds
	secretSize = 20        // bytes, those of SHA-1
	modulus    = 1_000_000 // of six digits
	drift      = 1         // steps by which a clock may differ
)

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret returns a random secret as the text that people enter into an app.
func NewSecret() string {
	secret := make([]byte, secretSize)
	_, _ = rand.Read(secret) // never fails
	return encoding.EncodeToString(secret)
}

// Step returns the number of the step that a moment is in.
func Step(at time.Time) int64 { return at.Unix() / stepLength }

// Code returns the code of a secret in a step. It returns an error for a secret that is no base32.
func Code(secret string, step int64) (string, error) {
	key, err := encoding.DecodeString(secret)
	if err != nil {
		return "", fmt.Errorf("secret of an authenticator app: %w", err)
	}
	mac := hmac.New(sha1.New, key)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step)))
	sum := mac.Sum(nil)
	from := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[from:])&0x7fffffff%modulus), nil
}

// Match returns the step, at most one from now, whose code it is; ok is false where it is the code of none.
func Match(secret, code string, now time.Time) (step int64, ok bool) {
	for at := Step(now) - drift; at <= Step(now)+drift; at++ {
		want, err := Code(secret, at)
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, ok = at, true
		}
	}
	return step, ok
}

// URI returns what a QR code for apps holds: the secret of an account of a service.
func URI(service, account, secret string) string {
	q := url.Values{"secret": {secret}, "issuer": {service}}
	return (&url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + service + ":" + account, RawQuery: q.Encode()}).String()
}
