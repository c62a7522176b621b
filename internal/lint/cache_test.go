package lint

import (
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestFindingsAreRemembered holds that nothing is checked twice in one state, and that each change of what the rules look at makes
// another one.
func TestFindingsAreRemembered(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newChecked(t, db)
		akm := c.loot("AKM", 5, 10)
		first, err := c.Check(t.Context(), c.scope)
		if err != nil || len(first) != 1 || first[0].about != nil {
			t.Fatalf("%+v, %v", first, err)
		}
		if again, _ := c.Check(t.Context(), c.scope); &again[0] != &first[0] {
			t.Error("checked again without need")
		}
		marks, err := c.Marks(t.Context(), c.scope, record.Types)
		if want := (Mark{Count: 1, Severity: Warning}); err != nil || len(marks) != 1 || marks[akm] != want {
			t.Errorf("%+v, %v", marks, err)
		}
		if _, err := db.Update(t.Context(), record.Types, c.scope, akm, record.Values{"nominal": int64(12)}); err != nil {
			t.Fatal(err)
		}
		c.finds()
		if marks, err := c.Marks(t.Context(), c.scope, record.Types); err != nil || len(marks) > 0 {
			t.Errorf("%+v, %v", marks, err)
		}
	})
}

// TestRememberedFindingsAreBounded holds that a new instance drives the others out when there is no more room.
func TestRememberedFindingsAreBounded(t *testing.T) {
	t.Parallel()
	c := cache{known: map[store.Scope]outcome{}}
	many := outcome{found: make([]Finding, maxRemembered/2+1)}
	for i := range int64(3) {
		c.put(store.Scope{InstanceID: i}, many)
	}
	if len(c.known) != 1 || c.size != len(many.found) {
		t.Errorf("%d instances with %d findings", len(c.known), c.size)
	}
	c.put(store.Scope{InstanceID: 9}, outcome{found: make([]Finding, maxRemembered+1)})
	if len(c.known) != 1 || c.size != len(many.found) {
		t.Errorf("%d instances with %d findings after too many", len(c.known), c.size)
	}
	s := &Service{cache: cache{known: map[store.Scope]outcome{{InstanceID: 2}: many, {InstanceID: 3}: {}}, size: len(many.found)}}
	for range 2 {
		if s.Forget(store.Scope{InstanceID: 2}); len(s.cache.known) != 1 || s.cache.size != 0 {
			t.Errorf("%d instances with %d findings after one is forgotten", len(s.cache.known), s.cache.size)
		}
	}
}
