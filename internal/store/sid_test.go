package store_test

import (
	"regexp"
	"testing"

	"quartermaster/internal/record"
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

// TestSIDsOfABatch holds that records which are made together stand together, in the order of their ids.
func TestSIDsOfABatch(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		form := regexp.MustCompile(`^[A-Za-z0-9]{10}$`)
		var beginnings []string
		for range 3 {
			rows := eventRows(500)
			w.insert(t, record.Events, rows)
			first := record.Events.SID(rows[0])
			beginnings = append(beginnings, first[:2])
			for i, row := range rows {
				sid := record.Events.SID(row)
				if !form.MatchString(sid) || sid[:2] != first[:2] {
					t.Fatalf("%s, beside %s", sid, first)
				}
				if i > 0 && sid <= record.Events.SID(rows[i-1]) {
					t.Fatalf("%s after %s", sid, record.Events.SID(rows[i-1]))
				}
			}
		}
		if beginnings[0] == beginnings[1] && beginnings[1] == beginnings[2] {
			t.Errorf("all begin with %s", beginnings[0])
		}
	})
}

func TestRandomText(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 40, 1_000} {
		if text := store.RandomText(n); len(text) != n {
			t.Errorf("%d characters, want %d", len(text), n)
		}
	}
}
