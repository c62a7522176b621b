package site

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
)

// csrfLength is the length of a CSRF token, in characters.
const csrfLength = 40

// maskToken hides a token behind a random mask. Pages are compressed: the length of one that repeats a secret beside input would
// give the secret away.
func maskToken(token string) string {
	masked := make([]byte, 2*len(token))
	mask, hidden := masked[:len(token)], masked[len(token):]
	_, _ = rand.Read(mask) // never fails
	subtle.XORBytes(hidden, mask, []byte(token))
	return base64.RawURLEncoding.EncodeToString(masked)
}

// unmaskToken reverses maskToken. Scripts send the token of the cookie, which has no mask and is returned as it is.
func unmaskToken(sent string) string {
	masked, err := base64.RawURLEncoding.DecodeString(sent)
	if err != nil || len(masked) != 2*csrfLength {
		return sent
	}
	token := make([]byte, csrfLength)
	subtle.XORBytes(token, masked[:csrfLength], masked[csrfLength:])
	return string(token)
}
