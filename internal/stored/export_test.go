package stored

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"

	"quartermaster/internal/store"
)

// NewFile returns a file in memory that is called as the end of path says.
func NewFile(origin Origin, path string, content []byte) File {
	sum := sha256.Sum256(content)
	return File{identity{origin, nameOf(path), hex.EncodeToString(sum[:])}, bytes.NewReader(content), int64(len(content))}
}

// StoreOne is storeOne.
func (s *Service) StoreOne(ctx context.Context, scope store.Scope, f File) error {
	return s.storeOne(ctx, scope, f)
}
