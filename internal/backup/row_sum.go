package backup

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// rowSum is a digest of rows in whatever order, which databases do not keep: their number, and the sum of the SHA-256 of their lines.
type rowSum struct {
	rows int64
	sum  [4]uint64 // the least significant part first
}

func (s *rowSum) add(line []byte) {
	s.rows++
	digest := sha256.Sum256(line)
	var carry uint64
	for i := range s.sum {
		s.sum[i], carry = bits.Add64(s.sum[i], binary.LittleEndian.Uint64(digest[8*i:]), carry)
	}
}
