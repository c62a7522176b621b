package notestest_test

import (
	"testing"
	"time"

	"quartermaster/internal/notes"
	"quartermaster/internal/notes/notestest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	notestest.Run(t, func(*testing.T) (notes.Notes, func(time.Duration)) {
		m := notestest.NewMemory()
		return m, m.Advance
	})
}
