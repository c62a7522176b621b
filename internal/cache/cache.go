// Package cache keeps values that can be made again, for a limited time.
package cache

import (
	"context"
	"time"
)

// Cache maps keys to bytes. An entry may go at any time before it expires, so
// callers always can do without it. It is safe for concurrent use, and shares
// no memory with its callers.
type Cache interface {
	// Get returns the value of key; ok is false when there is none.
	Get(ctx context.Context, key string) (value []byte, ok bool, err error)

	// Set stores value under key in place of an earlier one, for the time ttl.
	// A ttl of zero or less stores the value without an end.
	Set(ctx context.Context, key string, value []byte, ttl time.Duration) error

	// Delete removes key. It is no error when there is no such key.
	Delete(ctx context.Context, key string) error
}
