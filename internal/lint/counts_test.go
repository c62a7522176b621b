package lint

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// TestProblemsAreCountedWhenSomebodyAsks and only then, once for all servers, and again when something has changed that they are made of.
func TestProblemsAreCountedWhenSomebodyAsks(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		db, second := storetest.Twice(t)
		c := newChecked(t, db)
		other := New(second)
		sid := c.loot("AKM", 5, 10)
		ids := []int64{c.scope.InstanceID}
		steps := []struct {
			name   string
			do     func() error
			counts Counts
		}{
			{"imported", func() error { return nil }, Counts{Warnings: 1}},
			{"mended", func() error {
				_, err := db.Update(t.Context(), record.Types, c.scope, sid, record.Values{"nominal": int64(12)})
				return err
			}, Counts{}},
			{"in the log", func() error {
				_, err := c.AddLog(t.Context(), c.scope, "server.RPT", strings.NewReader("Current time:  2026/01/12 18:30:05\n"+
					"18:30:07.5 !!! [CE][offlineDB] :: Type 'AKM' will be ignored. (Type does not exist. (Typo?))\n"))
				return err
			}, Counts{Errors: 1}},
		}
		for _, step := range steps {
			if err := step.do(); err != nil {
				t.Fatal(err)
			}
			if before, err := c.Noted(t.Context(), c.scope.UserID, ids); err != nil || before[ids[0]].Current {
				t.Errorf("%s: counted before anybody asks: %+v, %v", step.name, before, err)
			}
			counted, err := c.Counts(t.Context(), c.scope.UserID, ids)
			got := counted[ids[0]]
			noted, failed := other.Noted(t.Context(), c.scope.UserID, ids)
			if err != nil || failed != nil || !got.Current || noted[ids[0]] != got {
				t.Errorf("%s: %+v, %v; another server has %+v, %v", step.name, got, err, noted, failed)
			}
			want := step.counts
			want.Revision, want.Known, want.Current = got.Revision, true, true
			if got != want {
				t.Errorf("%s: %+v instead of %+v", step.name, got, want)
			}
		}
		strangers, err := c.Counts(t.Context(), storetest.User(t, db), ids)
		if err != nil || len(strangers) > 0 {
			t.Errorf("another user sees %v, %v", strangers, err)
		}
	})
}
