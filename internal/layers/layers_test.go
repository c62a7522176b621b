package layers_test

import (
	"fmt"
	"os"
	"testing"

	"quartermaster/internal/layers"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestMain(m *testing.M) {
	if is, err := killed(); is {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	storetest.Cases(15)
	os.Exit(pgtest.Main(m))
}

// world is an instance with the service.
type world struct {
	*layers.Service
	db    *store.DB
	scope store.Scope
}

func each(t *testing.T, test func(*testing.T, world)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		scope, _ := storetest.Instance(t, db, storetest.User(t, db))
		test(t, world{layers.New(db, ownpacks.New(db, nil)), db, scope})
	})
}

func (w world) create(t *testing.T, r *record.Resource, values record.Values) record.Row {
	t.Helper()
	row, err := w.db.Create(t.Context(), r, w.scope, values)
	if err != nil {
		t.Fatalf("creating in %s: %v", r.Name, err)
	}
	return row
}

func (w world) set(t *testing.T, r *record.Resource, name string, values record.Values) {
	t.Helper()
	if _, err := w.db.Update(t.Context(), r, w.scope, r.SID(w.named(t, r, name)), values); err != nil {
		t.Fatalf("changing %s: %v", name, err)
	}
}

// named returns a record by its title; nil where there is none.
func (w world) named(t *testing.T, r *record.Resource, name string) record.Row {
	t.Helper()
	rows, err := w.db.All(t.Context(), r, w.scope, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if r.TitleOf(row) == name {
			return row
		}
	}
	return nil
}

func (w world) draft(t *testing.T) (world, store.MadeDraft) {
	t.Helper()
	sid, err := w.db.MakeDraft(t.Context(), w.scope, store.DraftPlan{Name: "try", Most: 20})
	if err != nil {
		t.Fatal(err)
	}
	d, err := w.db.Draft(t.Context(), w.scope, sid)
	if err != nil {
		t.Fatal(err)
	}
	return world{w.Service, w.db, d.Scope}, d
}

func (w world) reread(t *testing.T, d store.MadeDraft) store.MadeDraft {
	t.Helper()
	d, err := w.db.Draft(t.Context(), w.scope, d.SID)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (w world) remove(t *testing.T, r *record.Resource, name string) {
	t.Helper()
	if _, err := w.db.Delete(t.Context(), r, w.scope, r.SID(w.named(t, r, name))); err != nil {
		t.Fatal(err)
	}
}

func events(w world, t *testing.T, name, field string) any {
	t.Helper()
	row := w.named(t, record.Events, name)
	if row == nil {
		return "gone"
	}
	return row[record.Events.Index(field)]
}

func TestADraftComesIn(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for _, name := range []string{"A", "B", "C", "D"} {
			w.create(t, record.Events, record.Values{"name": name, "nominal": int64(5), "min": int64(1)})
		}
		w.create(t, record.InstanceClassnames, record.Values{"name": "Rope"})
		d, draft := w.draft(t)
		d.set(t, record.Events, "A", record.Values{"nominal": int64(9)})
		d.set(t, record.Events, "B", record.Values{"nominal": int64(8)})
		d.remove(t, record.Events, "C")
		class := d.create(t, record.InstanceClassnames, record.Values{"name": "NewRope"})
		d.create(t, record.Types, record.Values{"instance_classname_id": record.InstanceClassnames.ID(class), "nominal": int64(3)})
		w.set(t, record.Events, "A", record.Values{"name": "Renamed"})
		w.set(t, record.Events, "D", record.Values{"min": int64(2)})
		c, err := w.Compare(t.Context(), draft)
		if err != nil || len(c.Rows) != 5 {
			t.Fatalf("the comparison has %d rows: %+v, %v", len(c.Rows), c.Rows, err)
		}
		if _, err := w.Merge(t.Context(), draft, layers.Ask{DryRun: true}); err != nil {
			t.Errorf("a dry run: %v", err)
		}
		if _, err := w.Merge(t.Context(), draft, layers.Ask{}); err != nil {
			t.Fatalf("merging: %v", err)
		}
		for _, side := range []world{w, d} {
			got := []any{
				events(side, t, "Renamed", "nominal"), events(side, t, "B", "nominal"), events(side, t, "C", "nominal"), events(side, t, "D", "min"),
				side.named(t, record.Types, "NewRope")[record.Types.Index("nominal")],
			}
			if got[0] != int64(9) || got[1] != int64(8) || got[2] != "gone" || got[3] != int64(2) || got[4] != int64(3) {
				t.Errorf("after the merge: %v", got)
			}
		}
		if c, err := w.Compare(t.Context(), w.reread(t, draft)); err != nil || len(c.Rows) > 0 {
			t.Errorf("after the merge the comparison is %+v, %v", c.Rows, err)
		}
	})
}
