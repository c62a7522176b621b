package mission

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
)

// digestWriter counts and digests what is written through it.
type digestWriter struct {
	w    io.Writer
	size int64
	hash hash.Hash
}

func newDigestWriter(w io.Writer) *digestWriter { return &digestWriter{w: w, hash: sha256.New()} }

// Write implements io.Writer.
func (d *digestWriter) Write(p []byte) (int, error) {
	n, err := d.w.Write(p)
	d.size += int64(n)
	d.hash.Write(p[:n])
	return n, err
}

// sum returns the SHA-256 of what was written, in hexadecimal digits.
func (d *digestWriter) sum() string { return hex.EncodeToString(d.hash.Sum(nil)) }

// digest returns the SHA-256 of a content in hexadecimal digits.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
