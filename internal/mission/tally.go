package mission

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
)

// tally counts and digests what is written through it.
type tally struct {
	w      io.Writer
	size   int64
	digest hash.Hash
}

func newTally(w io.Writer) *tally { return &tally{w: w, digest: sha256.New()} }

// Write implements io.Writer.
func (t *tally) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	t.size += int64(n)
	t.digest.Write(p[:n])
	return n, err
}

// sum is the SHA-256 of what was written, in hexadecimal digits.
func (t *tally) sum() string { return hex.EncodeToString(t.digest.Sum(nil)) }
