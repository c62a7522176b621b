package shared_test

import (
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/notes"
	"quartermaster/internal/notes/notestest"
	"quartermaster/internal/redistest"
	"quartermaster/internal/shared"
)

// TestNotes passes the tests of all notes. The ends of notes are moved, because the clock of a server cannot be.
func TestNotes(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	var database atomic.Int64
	notestest.Run(t, func(t *testing.T) (notes.Notes, func(time.Duration)) {
		n := int(database.Add(1))
		plain := dial(t, strings.TrimPrefix(server.URL, "unix://"), n)
		return shared.NewNotes(open(t, server.URL+"?db="+strconv.Itoa(n)), "some"), func(d time.Duration) { age(t, plain, d) }
	})
}

// TestNotesOfALostServer are not there, and nobody is told.
func TestNotesOfALostServer(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	r := open(t, server.URL)
	n, others := shared.NewNotes(r, "some"), shared.NewNotes(r, "others")
	n.Put(t.Context(), "a", "text", time.Hour)
	if _, found := others.Get(t.Context(), "a"); found {
		t.Error("notes of another sort are found")
	}
	server.Stop()
	n.Put(t.Context(), "a", "newer", time.Hour)
	n.Drop(t.Context(), "a", "text")
	if text, found := n.Get(t.Context(), "a"); found {
		t.Errorf("a server that is lost has %q", text)
	}
}
