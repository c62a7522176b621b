package store_test

import (
	"errors"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// TestViewsAreTheirOwnersAlone unless they are shared; and no revision is made of them.
func TestViewsAreTheirOwnersAlone(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		before, err := w.View(w.Scope).Revision(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var rows []record.Row
		for _, name := range []string{"Own", "Hidden", "Shared"} {
			row, err := w.Create(ctx, record.Views, w.Scope, record.Values{"name": name, "resource": "types", "q": "nominal>10"})
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
		}
		// Nobody but the owner of an instance works on it yet; so the views become somebody else's.
		const other = `INSERT INTO users (sid, name, email, password_hash, plan, created_at, updated_at) VALUES ('oThEr00001', 'O', ` +
			`'o@example.org', '', 'free', 0, 0)`
		if _, err := w.Exec(ctx, other); err != nil {
			t.Fatal(err)
		}
		const give = `UPDATE views SET user_id = (SELECT id FROM users WHERE sid = 'oThEr00001'), shared = $1 WHERE name = $2`
		for name, shared := range map[string]int{"Hidden": 0, "Shared": 1} {
			if _, err := w.Exec(ctx, give, shared, name); err != nil {
				t.Fatal(err)
			}
		}
		if got := titles(record.Views, w.list(t, record.Views, `{}`)); got != "Own Shared" {
			t.Errorf("the owner sees %s", got)
		}
		hidden := record.Views.SID(rows[1])
		if _, err := w.Get(ctx, record.Views, w.Scope, hidden); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a private view of someone else's: %v", err)
		}
		if _, err := w.Update(ctx, record.Views, w.Scope, hidden, record.Values{"name": "Mine"}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("changed: %v", err)
		}
		if _, err := w.Delete(ctx, record.Views, w.Scope, hidden); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("deleted: %v", err)
		}
		if _, err := w.Delete(ctx, record.Views, w.Scope, record.Views.SID(rows[0])); err != nil {
			t.Error(err)
		}
		if after, err := w.View(w.Scope).Revision(ctx); after != before {
			t.Errorf("views have made %d revisions: %v", after-before, err)
		}
		strange := store.Scope{UserID: w.UserID + 100, InstanceID: w.InstanceID}
		if _, err := w.Create(ctx, record.Views, strange, record.Values{"name": "X", "resource": "types"}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a view in someone else's instance: %v", err)
		}
	})
}
