// Package blob stores files under keys.
//
// A store returns the errors that [Store] names. Any other is one of package outage, of the disk or of the context.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

var (
	// ErrNotFound is returned for a key that holds nothing.
	ErrNotFound = errors.New("blob: not found")

	// ErrInvalidKey is returned for a key that CheckKey refuses.
	ErrInvalidKey = errors.New("blob: invalid key")
)

// Store stores blobs. It is safe for concurrent use.
//
// A key is a path of one or more segments, separated by slashes; see CheckKey. Callers use no key that is the folder of another
// one, and no two that differ in letter case alone: not every store distinguishes them.
type Store interface {
	// Put stores all of r under key and returns its size in bytes. It replaces an earlier blob as a whole: a reader gets the
	// old bytes or the new ones. When reading r fails, or ctx ends, nothing changes. It returns ErrInvalidKey, or
	// outage.ErrFull when there is no room.
	Put(ctx context.Context, key string, r io.Reader) (size int64, err error)

	// Open returns the blob of key for reading, or ErrNotFound. The caller
	// closes it.
	Open(ctx context.Context, key string) (io.ReadCloser, error)

	// Delete removes the blob of key. It is no error when there is none.
	Delete(ctx context.Context, key string) error
}

// Storage is a Store that belongs to the caller, who closes it.
type Storage interface {
	Store

	// Keys calls visit with the key of each blob, in the order of their names. Blobs that are added or deleted meanwhile may be
	// left out.
	Keys(ctx context.Context, visit func(key string) error) error

	// Close releases what the storage holds open. Open blobs of a folder stay readable.
	Close() error
}

// Limits of a key in bytes: those of S3 and the usual file systems.
const (
	maxKeyLength     = 1024
	maxSegmentLength = 255
)

// CheckKey returns an ErrInvalidKey that says what is wrong with key. A valid key has up to 1024 bytes, and its segments are 1
// to 255 letters, digits, dots, underscores and hyphens, but not one or two dots alone.
func CheckKey(key string) error {
	if len(key) > maxKeyLength {
		return fmt.Errorf("%w: longer than %d bytes", ErrInvalidKey, maxKeyLength)
	}
	for segment := range strings.SplitSeq(key, "/") {
		if err := checkSegment(segment); err != nil {
			return fmt.Errorf("%w %q: %w", ErrInvalidKey, key, err)
		}
	}
	return nil
}

func checkSegment(s string) error {
	switch {
	case s == "":
		return errors.New("a segment is empty")
	case s == "." || s == "..":
		return errors.New("a segment is a relative folder")
	case len(s) > maxSegmentLength:
		return fmt.Errorf("a segment is longer than %d bytes", maxSegmentLength)
	case strings.ContainsFunc(s, isForbidden):
		return errors.New("only letters, digits, dots, underscores, hyphens and slashes are allowed")
	}
	return nil
}

func isForbidden(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	digit := '0' <= r && r <= '9'
	return !letter && !digit && r != '.' && r != '_' && r != '-'
}
