package store

import (
	"crypto/rand"
	"slices"
)

const (
	sidLength   = 10
	sidShared   = 2 // characters that records have in common which are made together
	sidAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
)

// NewSID returns a public identifier: ten random characters of [A-Za-z0-9].
func NewSID() string { return RandomText(sidLength) }

// newSIDs returns n different public identifiers in ascending order, which begin alike: those of records that are made together
// stand together in the indexes, so that storing them writes few pages.
func newSIDs(n int) []string {
	const own = sidLength - sidShared
	shared, rest := RandomText(sidShared), RandomText(n*own)
	sids := make([]string, n)
	for i := range sids {
		sids[i] = shared + rest[i*own:][:own]
	}
	slices.Sort(sids)
	if len(slices.Compact(sids)) < n { // once in a million times, for 20,000
		return newSIDs(n)
	}
	return sids
}

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
