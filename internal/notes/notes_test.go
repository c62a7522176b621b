package notes_test

import (
	"testing"
	"time"

	"quartermaster/internal/notes"
)

// TestNoneKeepsNothing, so that whoever asks goes on to the database.
func TestNoneKeepsNothing(t *testing.T) {
	t.Parallel()
	var n notes.Notes = notes.None{}
	n.Put(t.Context(), "key", "text", time.Hour)
	if text, found := n.Get(t.Context(), "key"); found || text != "" {
		t.Errorf("%q, %t", text, found)
	}
	n.Drop(t.Context(), "key", "text")
}
