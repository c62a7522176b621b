package store_test

import (
	"errors"
	"sync"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// review sets the setting of the instance.
func (w world) review(t *testing.T, setting string) int64 {
	t.Helper()
	row, err := w.UpdateInstance(t.Context(), w.Scope, w.sid, record.Values{"review": setting})
	if err != nil {
		t.Fatal(err)
	}
	return row[record.Instances.Index("revision")].(int64)
}

// Whatever way a change of what players meet takes through the store, it is refused while changes are reviewed, and nothing of it stays.
func TestNoWayRoundTheReview(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		event := w.event(t, "StaticBoat")
		sid := record.Events.SID(event)
		first := w.revision(t)
		w.set(t, record.Events, event, record.Values{"nominal": int64(3)})
		w.review(t, store.ReviewRequired)
		ways := w.ways(t, sid, first)
		before := w.revision(t)
		for name, way := range ways {
			if err := way(); !errors.Is(err, store.ErrReviewed) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if after := w.revision(t); after != before {
			t.Errorf("the instance is at revision %d after %d", after, before)
		}
		if list := w.all(t, record.PlayerLists); len(list) != 0 {
			t.Errorf("a refused edit has left %v", list)
		}
		free := map[*record.Resource]record.Values{
			record.PlayerLists: {"type": "ban", "name": "1", "player_id": "1"},
			record.TypePresets: {"title": "Rare"},
			record.ServerMods:  {"name": "@CF"},
		}
		for r, values := range free {
			if _, err := w.Create(t.Context(), r, w.Scope, values); err != nil {
				t.Errorf("%s: %v", r.Name, err)
			}
		}
		if _, err := w.UpdateInstance(t.Context(), w.Scope, w.sid, record.Values{"name": "Renamed"}); err != nil {
			t.Errorf("a name: %v", err)
		}
		draft, _ := w.draft(t)
		draft.set(t, record.Events, draft.all(t, record.Events)[0], record.Values{"nominal": int64(8)})
	})
}

// ways are all ways in which a change of what players meet goes through the store, to the state before a revision and to an event, among
// others.
func (w world) ways(t *testing.T, event string, first int64) map[string]func() error {
	values := func() record.Values { return record.Values{"name": "Other", "position": "fixed", "limit": "child"} }
	edit := func(run func(e *store.Edit) error) func() error {
		return func() error { return w.Edit(t.Context(), w.Scope, "update", run) }
	}
	return map[string]func() error{
		"create": func() error { _, err := w.Create(t.Context(), record.Events, w.Scope, values()); return err },
		"update": func() error {
			_, err := w.Update(t.Context(), record.Events, w.Scope, event, record.Values{"nominal": int64(9)})
			return err
		},
		"delete": func() error { _, err := w.Delete(t.Context(), record.Events, w.Scope, event); return err },
		"batch": func() error {
			_, err := w.Batch(t.Context(), w.Scope, say.Message{}, []store.Operation{{Op: store.OpDelete, Resource: record.Events, SID: event}})
			return err
		},
		"after a list of players": edit(func(e *store.Edit) error {
			if _, err := e.Create(t.Context(), record.PlayerLists, record.Values{"type": "ban", "name": "1", "player_id": "1"}); err != nil {
				return err
			}
			_, err := e.Create(t.Context(), record.Events, values())
			return err
		}),
		"in slices": func() error {
			return w.EditInSlices(t.Context(), w.Scope, "import", func(e *store.Edit) error {
				values, row := record.Values{"text": "Hello"}, record.Messages.EmptyRow()
				record.Messages.Defaults(values)
				for name, value := range values {
					row[record.Messages.Index(name)] = value
				}
				return e.InsertAll(t.Context(), record.Messages, []record.Row{row})
			})
		},
		"revert": func() error {
			_, err := w.Revert(t.Context(), w.Scope, store.Revert{To: first})
			return err
		},
		"put": func() error {
			_, err := w.Put(t.Context(), w.Scope, store.Putting{Action: "layer"}, func(*store.Edit) ([]store.Put, error) {
				return []store.Put{{Resource: record.Events, Old: w.all(t, record.Events)[0]}}, nil
			})
			return err
		},
		"mission": func() error {
			_, err := w.UpdateInstance(t.Context(), w.Scope, w.sid, record.Values{"mission": "other.map"})
			return err
		},
		"types config": func() error {
			_, err := w.UpdateInstance(t.Context(), w.Scope, w.sid, record.Values{"use_types_config": int64(0)})
			return err
		},
		"economy core": func() error { return w.ResetEconomyCore(t.Context(), w.Scope) },
	}
}

// Who manages the instance may do so for a reason, which the history and the audit keep once for each revision.
func TestAnOverrideIsKept(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.review(t, store.ReviewRequired)
		ctx := store.Overriding(t.Context(), &store.Override{Reason: "It burns"})
		editor := w.Scope
		editor.By = store.Actor{UserID: storetest.User(t, w.DB), Role: "editor"}
		_, err := w.Exec(ctx, `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, 'editor', 0)`, w.InstanceID,
			editor.By.UserID)
		if err != nil {
			t.Fatal(err)
		}
		values := record.Values{"text": "Hello"}
		if _, err := w.Create(ctx, record.Messages, editor, values); err == nil || errors.Is(err, store.ErrReviewed) {
			t.Errorf("an editor overrides: %v", err)
		}
		err = w.Edit(ctx, w.Scope, "update", func(e *store.Edit) error {
			for range 2 {
				if _, err := e.Create(ctx, record.Messages, record.Values{"text": "Hello"}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Create(ctx, record.Messages, w.Scope, values); err != nil {
			t.Fatal(err)
		}
		for _, number := range []int64{w.revision(t), w.revision(t) - 1} {
			if v, err := w.Revision(t.Context(), w.Scope, number); err != nil || v.Override != "It burns" {
				t.Errorf("revision %d: %q, %v", number, v.Override, err)
			}
		}
		list, n, err := w.AuditThat(t.Context(), store.AuditFilter{InstanceID: w.InstanceID, What: store.AuditOverride}, 0, 10)
		if err != nil || n != 2 || list[0].Details["reason"] != "It burns" {
			t.Errorf("the audit has %d: %v, %v", n, list, err)
		}
		_, n, err = w.AuditThat(t.Context(), store.AuditFilter{InstanceID: w.InstanceID, What: store.AuditReview}, 0, 10)
		if n != 1 || err != nil {
			t.Errorf("the audit has the setting %d times, %v", n, err)
		}
	})
}

// From the revision on that sets the review, nothing is changed without it, however many processes change the instance at once.
func TestTheReviewCountsAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		one, other := storetest.Twice(t)
		scope, sid := storetest.Instance(t, one, storetest.User(t, one))
		var writers sync.WaitGroup
		begun := make(chan struct{}, 8)
		for i := range 8 {
			db := []*store.DB{one, other}[i%2]
			writers.Go(func() {
				for n := 0; ; n++ {
					_, err := db.Create(t.Context(), record.Messages, scope, record.Values{"text": "Hello"})
					if n == 0 {
						begun <- struct{}{}
					}
					if errors.Is(err, store.ErrReviewed) {
						return
					}
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		for range 8 {
			<-begun
		}
		w := world{one, scope, sid}
		set := w.review(t, store.ReviewRequired)
		writers.Wait()
		if last := w.revision(t); last != set {
			t.Errorf("the review was set by revision %d, and the instance is at %d", set, last)
		}
	})
}

func (w world) revision(t *testing.T) int64 {
	t.Helper()
	return w.number(t, `SELECT revision FROM instances WHERE id = $1`, w.InstanceID)
}
