package store_test

import (
	"regexp"
	"testing"

	"quartermaster/internal/store"
)

func TestSIDs(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^[A-Za-z0-9]{10}$`)
	seen := map[string]bool{}
	letters := map[byte]bool{}
	for range 10_000 {
		sid := store.NewSID()
		if !form.MatchString(sid) || seen[sid] {
			t.Fatalf("sid %q", sid)
		}
		seen[sid] = true
		for i := range len(sid) {
			letters[sid[i]] = true
		}
	}
	if len(letters) != 62 {
		t.Errorf("%d letters are in use, want 62", len(letters))
	}
}

func TestRandomText(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 40, 1_000} {
		if text := store.RandomText(n); len(text) != n {
			t.Errorf("%d characters, want %d", len(text), n)
		}
	}
}
