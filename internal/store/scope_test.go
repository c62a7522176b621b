package store_test

import (
	"context"
	"errors"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// strangers are scopes that must see nothing of w: another user's, and those that mix users and instances.
func (w world) strangers(t *testing.T) map[string]store.Scope {
	t.Helper()
	other := newWorld(t, w.DB)
	second, _ := storetest.Instance(t, w.DB, w.UserID)
	return map[string]store.Scope{
		"another user's instance":       other.Scope,
		"this instance by another user": {UserID: other.UserID, InstanceID: w.InstanceID},
		"the user's other instance":     second,
		"no instance":                   {UserID: w.UserID},
		"nobody":                        {},
	}
}

// contents counts everything that a write could have changed.
func (w world) contents(t *testing.T) int64 {
	t.Helper()
	return w.number(t, `SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM instance_classnames) + (SELECT count(*) FROM changes)
		+ (SELECT sum(revision) FROM instances) + (SELECT count(*) FROM instances WHERE name = 'stolen')`)
}

func TestStrangersReadNothing(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Events
		event := w.event(t, "Mine")
		for name, scope := range w.strangers(t) {
			if _, err := w.Get(t.Context(), r, scope, r.SID(event)); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s gets the event: %v", name, err)
			}
			page, err := w.List(t.Context(), r, scope, record.Query{Page: 1, PerPage: 100})
			if err != nil || page.Total != 0 || len(page.Rows) != 0 {
				t.Errorf("%s lists %d events, %v", name, page.Total, err)
			}
			if rows, err := w.All(t.Context(), r, scope, "r.name = $", "Mine"); err != nil || len(rows) != 0 {
				t.Errorf("%s reads %d events, %v", name, len(rows), err)
			}
			revisions, _, err := w.Revisions(t.Context(), scope, 0, 100)
			if err != nil || len(revisions) > 1 { // one is that of its own instance
				t.Errorf("%s sees %d revisions, %v", name, len(revisions), err)
			}
			if changes, err := w.Changes(t.Context(), scope, 2, 0, 100); err != nil || len(changes) != 0 {
				t.Errorf("%s sees %d changes, %v", name, len(changes), err)
			}
			if of, err := w.ChangesOf(t.Context(), scope, []int64{2, 3}); err != nil || len(of) != 0 {
				t.Errorf("%s sees changes of %d revisions, %v", name, len(of), err)
			}
		}
	})
}

func TestStrangersWriteNothing(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		sid := record.Events.SID(w.event(t, "Mine"))
		strangers := w.strangers(t)
		before := w.contents(t)
		for name, scope := range strangers {
			for what, write := range map[string]func(context.Context) error{
				"updates an event": func(ctx context.Context) error {
					_, err := w.Update(ctx, record.Events, scope, sid, record.Values{"name": "stolen"})
					return err
				},
				"deletes an event": func(ctx context.Context) error {
					_, err := w.Delete(ctx, record.Events, scope, sid)
					return err
				},
				"updates the instance": func(ctx context.Context) error {
					_, err := w.UpdateInstance(ctx, scope, w.sid, record.Values{"name": "stolen"})
					return err
				},
			} {
				if err := write(t.Context()); !errors.Is(err, store.ErrNotFound) {
					t.Errorf("%s %s: %v", name, what, err)
				}
			}
		}
		if after := w.contents(t); after != before {
			t.Errorf("something has changed: %d became %d", before, after)
		}
	})
}

func TestNobodyWritesWithoutHisInstance(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		other := newWorld(t, w.DB)
		before := w.contents(t)
		for name, scope := range map[string]store.Scope{
			"this instance by another user": {UserID: other.UserID, InstanceID: w.InstanceID},
			"no instance":                   {UserID: w.UserID},
		} {
			_, create := w.Create(t.Context(), record.Events, scope, record.Values{"name": "x"})
			_, core := w.UpdateEconomyCore(t.Context(), scope, record.Values{"dyn_radius": int64(1)})
			_, read := w.EconomyCore(t.Context(), scope)
			reset := w.ResetEconomyCore(t.Context(), scope)
			for _, err := range []error{create, core, read, reset} {
				if !errors.Is(err, store.ErrNotFound) {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		if err := w.DeleteInstance(t.Context(), other.UserID, w.sid); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("another user deletes the instance: %v", err)
		}
		if _, err := w.InstanceScope(t.Context(), other.UserID, w.sid); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("another user finds the instance: %v", err)
		}
		if after := w.contents(t); after != before {
			t.Errorf("something has changed: %d became %d", before, after)
		}
	})
}

// A type can only be made on a class name of its own instance.
func TestTypesOnClassNamesOfOthers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		theirs := newWorld(t, w.DB).classname(t, "AKM")
		_, err := w.Create(t.Context(), record.Types, w.Scope, record.Values{"instance_classname_id": theirs})
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a type on another user's class name: %v", err)
		}
	})
}

// Built-in reference rows are everybody's, others their owner's.
func TestReferenceRowsOfUsers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.TypeUsages
		count := func(scope store.Scope) int {
			rows, err := w.All(t.Context(), r, scope, "")
			if err != nil {
				t.Fatal(err)
			}
			return len(rows)
		}
		builtIn := count(store.Scope{})
		row := r.EmptyRow()
		row[r.Index("name")], row[r.Index("is_group")] = "MyUsage", int64(0)
		w.insert(t, r, []record.Row{row})
		if got := count(w.Scope); got != builtIn+1 {
			t.Errorf("the owner sees %d rows, want %d", got, builtIn+1)
		}
		if got := count(newWorld(t, w.DB).Scope); got != builtIn {
			t.Errorf("others see %d rows, want %d", got, builtIn)
		}
	})
}
