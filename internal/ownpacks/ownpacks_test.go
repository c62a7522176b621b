package ownpacks_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/ownpacks"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/validate"
)

// doors returns the text of a pack of doors, whose word is a secret with that mark.
func doors(slug, version, mark string) string {
	return fmt.Sprintf(`{"slug":%q,"name":"Doors %s","about":"Doors.","version":%q,"run_time":["Doors/Log/**"],"files":[{"name":"door",
		"title":"Door","about":"A door.","paths":["Doors/*.json"],"schema":{"type":"object","properties":{"Word":{"type":"string",
		"title":"Word"%s}}}}]}`, slug, version, version, mark)
}

const secretMark = `,"x-mark":"secret"`

func title(t *testing.T, s *ownpacks.Service, user int64) string {
	t.Helper()
	set, err := s.Of(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	if p := set.Pack("doors"); p != nil {
		return p.Name
	}
	return ""
}

// TestWhosePacks: a pack counts for its owner alone, also in another process, until he deletes it.
func TestWhosePacks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		one, other := storetest.User(t, db), storetest.User(t, db)
		here, there := ownpacks.New(db, nil), ownpacks.New(db, nil)
		put := func(user int64, version string) {
			t.Helper()
			if _, err := here.Put(t.Context(), user, doors("doors", version, ""), false); err != nil {
				t.Fatal(err)
			}
		}
		want := func(ofOne, ofOther string) {
			t.Helper()
			for _, s := range []*ownpacks.Service{here, there} {
				if a, b := title(t, s, one), title(t, s, other); a != ofOne || b != ofOther {
					t.Errorf("%q and %q, want %q and %q", a, b, ofOne, ofOther)
				}
			}
		}
		want("", "")
		put(one, "1.0")
		want("Doors 1.0", "")
		put(other, "7.0")
		want("Doors 1.0", "Doors 7.0")
		put(one, "1.1")
		want("Doors 1.1", "Doors 7.0")
		if err := here.Delete(t.Context(), one, "doors"); err != nil {
			t.Fatal(err)
		}
		want("", "Doors 7.0")
		if err := here.Delete(t.Context(), one, "doors"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("deleted twice: %v", err)
		}
		if _, err := db.Exec(t.Context(), `DELETE FROM users WHERE id = $1`, other); err != nil {
			t.Fatal(err)
		}
		if list, err := here.List(t.Context(), other); err != nil || len(list) > 0 {
			t.Errorf("packs of a user who is gone: %v, %v", list, err)
		}
	})
}

// TestPut: a pack with mistakes is refused with all of them, a dry run stores nothing, and it is told what a pack hides no longer.
func TestPut(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	user, s := storetest.User(t, db), ownpacks.New(db, nil)
	var refused validate.Errors
	_, err := s.Put(t.Context(), user, `{"slug":"Doors","name":"Doors","about":"Doors.","files":[{"name":"a"}]}`, false)
	if !errors.As(err, &refused) || refused[0].Field != "pack" || len(refused[0].Messages) < 3 {
		t.Errorf("a pack with mistakes: %v", err)
	}
	saved, err := s.Put(t.Context(), user, doors("doors", "1.0", secretMark), true)
	if list, _ := s.List(t.Context(), user); err != nil || saved.Version != "1.0" || len(list) > 0 {
		t.Errorf("a dry run: %+v, %v, %v", saved, list, err)
	}
	for _, test := range []struct {
		mark, replaces string
		shown          []string
	}{{secretMark, "", nil}, {"", "1.0", []string{"Doors/*.json: Word"}}, {secretMark, "1.0", nil}} {
		saved, err := s.Put(t.Context(), user, doors("doors", "1.0", test.mark), false)
		if err != nil || saved.Replaces != test.replaces || !slices.Equal(saved.Shown, test.shown) {
			t.Errorf("%q: %+v, %v", test.mark, saved, err)
		}
	}
	p, err := s.Get(t.Context(), user, "doors")
	if shown := s.ShownWithout(p); err != nil || !slices.Equal(shown, []string{"Doors/*.json: Word", "Doors/Log/**"}) {
		t.Errorf("what it hides: %v, %v", shown, err)
	}
	for i := range ownpacks.Most - 1 {
		if _, err := s.Put(t.Context(), user, doors(fmt.Sprint("doors-", i), "1.0", ""), false); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Put(t.Context(), user, doors("more", "1.0", ""), false); err == nil || !strings.Contains(err.Error(), "20 packs") {
		t.Errorf("one too many: %v", err)
	}
	if _, err := s.Put(t.Context(), user, doors("doors", "2.0", ""), false); err != nil {
		t.Errorf("a newer one of those: %v", err)
	}
}
