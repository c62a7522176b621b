package site

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
)

// csrfLength is how many characters a token has.
const csrfLength = 40

// maskToken hides a session's token behind a mask of its own for each page: pages are compressed, and the length of a page
// that repeats a secret beside what was sent to it would give the secret away.
func maskToken(token string) string {
	masked := make([]byte, 2*len(token))
	mask, hidden := masked[:len(token)], masked[len(token):]
	_, _ = rand.Read(mask) // never fails
	subtle.XORBytes(hidden, mask, []byte(token))
	return base64.RawURLEncoding.EncodeToString(masked)
}

// unmaskToken is the reverse of maskToken. A token without a mask, which scripts take from the cookie, stays as it is.
func unmaskToken(sent string) string {
	masked, err := base64.RawURLEncoding.DecodeString(sent)
	if err != nil || len(masked) != 2*csrfLength {
		return sent
	}
	token := make([]byte, csrfLength)
	subtle.XORBytes(token, masked[:csrfLength], masked[csrfLength:])
	return string(token)
}
