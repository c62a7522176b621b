package stored_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
)

// TestWhatWasMadeIsOpenedAgain as long as its user has it, under its name.
func TestWhatWasMadeIsOpenedAgain(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		file := stored.NewFile(stored.Generate, "db/types.xml", []byte("<types/>"))
		w.keep(t, file)
		content, size, err := w.OpenMade(t.Context(), w.scope.UserID, "types.xml", file.SHA256())
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(content)
		if err := errors.Join(err, content.Close()); err != nil || string(text) != "<types/>" || size != int64(len(text)) {
			t.Errorf("%q, %d bytes, %v", text, size, err)
		}
		absent := func(user int64, name, digest string) {
			t.Helper()
			if _, _, err := w.OpenMade(t.Context(), user, name, digest); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s %s: %v", name, digest, err)
			}
		}
		absent(w.scope.UserID, "events.xml", file.SHA256())
		absent(w.scope.UserID, "types.xml", "00")
		absent(storetest.User(t, w.db), "types.xml", file.SHA256())
		w.delete(t, "generate types.xml")
		absent(w.scope.UserID, "types.xml", file.SHA256())
	})
}

func TestArchivesAreKnownByTheirInputs(t *testing.T) {
	t.Parallel()
	s := stored.New(nil, nil, nil, nil)
	s.NoteMade("", "of nothing")
	s.NoteMade("first", "a")
	if got := s.MadeOf("") + s.MadeOf("first") + s.MadeOf("second"); got != "a" {
		t.Errorf("%q", got)
	}
	for n := range 20_000 { // many more than are remembered
		s.NoteMade(fmt.Sprint(n), "b")
	}
	if s.MadeOf("first") != "" || s.MadeOf("19999") != "b" {
		t.Error("the first is not forgotten, or the last is")
	}
}
