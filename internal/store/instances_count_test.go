package store_test

import (
	"errors"
	"fmt"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// wantInstances checks the remembered number of the user's instances, and the total of their list.
func (w world) wantInstances(t *testing.T, when string, want int64) {
	t.Helper()
	n, err := w.CountInstances(t.Context(), w.UserID)
	if err != nil || n != want {
		t.Errorf("%s: %d instances, %v, want %d", when, n, err, want)
	}
	for _, r := range []*record.Resource{record.Instances, record.InstanceSummaries} {
		page, err := w.List(t.Context(), r, store.Scope{UserID: w.UserID}, record.Query{Page: 1, PerPage: 1})
		if err != nil || page.Total != want {
			t.Errorf("%s: total %d, %v, want %d", when, page.Total, err, want)
		}
	}
}

// TestListsRememberInstances holds that both resources of instances take their totals from what is remembered.
func TestListsRememberInstances(t *testing.T) {
	for _, r := range []*record.Resource{record.Instances, record.InstanceSummaries} {
		w := newWorld(t, storetest.SQLite(t))
		if _, err := w.List(t.Context(), r, store.Scope{UserID: w.UserID}, record.Query{Page: 1, PerPage: 1}); err != nil {
			t.Fatal(err)
		}
		if n := store.RememberedInstances(w.DB, w.UserID); n != 1 {
			t.Errorf("%s: %d instances are remembered, want 1", r.About, n)
		}
	}
}

// TestInstancesAreCountedOnce holds that the remembered number of instances is right after whatever changes it, however often it was
// asked for in between.
func TestInstancesAreCountedOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Instances
		sids := []string{w.sid}
		create := func(limit int, mapID int64) error {
			made, err := w.CreateInstanceWithin(t.Context(), w.UserID, limit, record.Values{"name": "One more", "map_id": mapID})
			if err == nil {
				sids = append(sids, r.SID(made))
			}
			return err
		}
		for round := range 12 {
			switch round % 6 {
			case 2: // the oldest
				if err := w.DeleteInstance(t.Context(), w.UserID, sids[0]); err != nil {
					t.Fatal(err)
				}
				sids = sids[1:]
			case 3: // the newest
				if err := w.DeleteInstance(t.Context(), w.UserID, sids[len(sids)-1]); err != nil {
					t.Fatal(err)
				}
				sids = sids[:len(sids)-1]
			case 4:
				if full, wrong := create(len(sids), 1), create(100, 999); !errors.Is(full, store.ErrFull) || wrong == nil {
					t.Errorf("with %d instances: %v and %v", len(sids), full, wrong)
				}
			default:
				if err := create(len(sids)+1, 1); err != nil {
					t.Fatal(err)
				}
			}
			if round != 7 { // which is not asked for
				w.wantInstances(t, fmt.Sprint("round ", round), int64(len(sids)))
			}
		}
		other := newWorld(t, w.DB)
		other.wantInstances(t, "another user", 1)
		if n, err := w.CountInstances(t.Context(), 1<<40); n != 0 || err != nil {
			t.Errorf("nobody has %d instances, %v", n, err)
		}
		if _, err := w.Exec(t.Context(), `DELETE FROM users WHERE id = $1`, w.UserID); err != nil {
			t.Fatal(err)
		}
		w.wantInstances(t, "without the user", 0)
	})
}
