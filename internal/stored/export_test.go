package stored

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
)

// NewFile returns a file in memory that is called as the end of path says.
func NewFile(kind Kind, path string, content []byte) File {
	sum := sha256.Sum256(content)
	return File{identity{kind, nameOf(path), hex.EncodeToString(sum[:])}, bytes.NewReader(content), int64(len(content))}
}
