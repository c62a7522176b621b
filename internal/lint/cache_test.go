package lint

import (
	"testing"
	"time"

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

// TestFindingsAreRememberedUntilABanExpires, although nothing changes then.
func TestFindingsAreRememberedUntilABanExpires(t *testing.T) {
	t.Parallel()
	c := newChecked(t, storetest.Open(t))
	now := time.Now()
	c.now = func() time.Time { return now }
	expiry := now.Add(5 * time.Minute).UnixMicro()
	c.create(record.PlayerLists, record.Values{"name": "A", "type": "ban", "player_id": "1", "expires_at": expiry})
	c.create(record.PlayerLists, record.Values{"name": "A", "type": "whitelist", "player_id": "1"})
	c.loot("AKM", 5, 10)
	begun := now
	var last []Finding
	for _, step := range []struct {
		at    time.Duration
		found int
		anew  bool
	}{{0, 4, true}, {4 * time.Minute, 4, false}, {5 * time.Minute, 3, true}, {19 * time.Minute, 3, false}, {20 * time.Minute, 3, true}} {
		now = begun.Add(step.at)
		found, err := c.Check(t.Context(), c.scope)
		if err != nil || len(found) != step.found {
			t.Fatalf("after %v: %q, %v", step.at, texts(found), err)
		}
		if anew := last == nil || &found[0] != &last[0]; anew != step.anew {
			t.Errorf("after %v: looked for again: %v", step.at, anew)
		}
		last = found
	}
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
