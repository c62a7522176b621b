package backup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
)

// digest counts what is written to it, and hashes it.
type digest struct {
	sum   hash.Hash
	size  int64
	lines int64
}

func newDigest() *digest { return &digest{sum: sha256.New()} }

// Write never fails.
func (d *digest) Write(p []byte) (int, error) {
	d.size += int64(len(p))
	d.lines += int64(bytes.Count(p, []byte{'\n'}))
	return d.sum.Write(p)
}

func (d *digest) member(name string) Member {
	return Member{Name: name, Size: d.size, SHA256: hex.EncodeToString(d.sum.Sum(nil))}
}
