package store

import "crypto/rand"

const (
	sidLength   = 10
	sidAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
)

// NewSID returns a public identifier: ten random characters of [A-Za-z0-9].
func NewSID() string { return RandomText(sidLength) }

// RandomText returns n characters of [A-Za-z0-9], each equally likely, from the system's cryptographic source.
func RandomText(n int) string {
	// A byte below the largest multiple of the alphabet's size maps evenly; others are thrown away.
	const limit = 256 - 256%len(sidAlphabet)
	text := make([]byte, 0, n)
	buffer := make([]byte, n+n/2)
	for len(text) < n {
		_, _ = rand.Read(buffer)
		for _, b := range buffer {
			if int(b) < limit && len(text) < n {
				text = append(text, sidAlphabet[int(b)%len(sidAlphabet)])
			}
		}
	}
	return string(text)
}
