package store_test

import (
	"errors"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// Whatever way a change takes through the store, it is refused to somebody who works on the instance no more, or may less than when his
// request or his job began, and nothing of it stays.
func TestWhoMayLessChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		event := w.event(t, "StaticBoat")
		first := w.revision(t)
		w.set(t, record.Events, event, record.Values{"nominal": int64(3)})
		run := func(statement string, args ...any) {
			if _, err := w.Exec(t.Context(), statement, args...); err != nil {
				t.Fatal(err)
			}
		}
		manager, owned := storetest.User(t, w.DB), w.revision(t)
		run(`INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, 'manager', 0)`, w.InstanceID, manager)
		scope, err := w.ScopeOf(t.Context(), manager, w.InstanceID)
		if err != nil {
			t.Fatal(err)
		}
		member := w
		member.Scope = scope
		for _, lost := range []struct {
			statement string
			is        func(error) bool
		}{
			{`UPDATE members SET role = 'viewer' WHERE instance_id = $1 AND user_id = $2`, func(err error) bool {
				var denied access.Denied
				return errors.As(err, &denied) && denied.Role == access.Viewer
			}},
			{`DELETE FROM members WHERE instance_id = $1 AND user_id = $2`, func(err error) bool { return errors.Is(err, store.ErrNotFound) }},
		} {
			run(lost.statement, w.InstanceID, manager)
			for name, way := range member.ways(t, record.Events.SID(event), first) {
				if err := way(); !lost.is(err) {
					t.Errorf("%s after %s: %v", name, lost.statement, err)
				}
			}
		}
		if after := w.revision(t); after != owned {
			t.Errorf("the instance is at revision %d after %d", after, owned)
		}
		run(`INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, 'manager', 0)`, w.InstanceID, manager)
		if err := member.ways(t, record.Events.SID(event), first)["in slices"](); err != nil {
			t.Error(err)
		}
		draft, _ := member.draft(t) // whose members are those of its origin
		draft.set(t, record.Events, draft.all(t, record.Events)[0], record.Values{"nominal": int64(4)})
	})
}
