// Package notes is about short texts that servers leave for each other beside the database, so that it need not be asked as often.
package notes

import (
	"context"
	"time"
)

// Notes are texts by key. The database has the last word: each of them may be gone, or be there again as it was earlier, at any moment,
// and nothing is told about failures. They are safe for concurrent use.
type Notes interface {
	// Get returns the text that was last put under key, if that is known and its life is not over.
	Get(ctx context.Context, key string) (text string, found bool)

	// Put keeps a text for a while, in place of an earlier one. It keeps nothing when life is not positive.
	Put(ctx context.Context, key, text string, life time.Duration)

	// Drop forgets key where that still has the text.
	Drop(ctx context.Context, key, text string)
}

// None keeps nothing.
type None struct{}

var _ Notes = None{}

// Get implements Notes.
func (None) Get(context.Context, string) (string, bool) { return "", false }

// Put implements Notes.
func (None) Put(context.Context, string, string, time.Duration) {}

// Drop implements Notes.
func (None) Drop(context.Context, string, string) {}
