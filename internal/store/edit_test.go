package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

func TestCreate(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Events
		made := w.create(t, r, record.Values{
			"name": "StaticHeliCrash", "nominal": int64(3), "min": nil, "children": `[{"type":"Wreck","min":1,"max":1,"lootmin":0,"lootmax":9}]`,
			"children_count": int64(1),
		})
		for name, want := range map[string]any{
			"instance_id":    w.InstanceID,
			"name":           "StaticHeliCrash",
			"nominal":        int64(3),
			"min":            nil,
			"max":            nil,
			"restock":        int64(0),
			"position":       "fixed",
			"active":         int64(1),
			"children_count": int64(1),
			"slot":           nil,
			"created_at":     field(r, made, "updated_at"),
		} {
			if got := field(r, made, name); got != want {
				t.Errorf("%s is %v, want %v", name, got, want)
			}
		}
		if sid := r.SID(made); len(sid) != 10 || r.ID(made) == 0 {
			t.Errorf("sid %q, id %d", sid, r.ID(made))
		}
		if diff := cmp.Diff(made, w.get(t, r, made)); diff != "" {
			t.Errorf("what is made and what is stored differ:\n%s", diff)
		}
	})
}

func TestCreateType(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Types
		class := w.create(t, record.InstanceClassnames, record.Values{"name": "AKM", "default_type_values": `{"lifetime":7200,"nominal":9}`})
		made := w.create(t, r, record.Values{
			"instance_classname_id": record.InstanceClassnames.ID(class), "nominal": int64(4),
			"usage_ids": []int64{3, 1, 2}, "tag_ids": []int64{2, 1},
		})
		for name, want := range map[string]any{
			"name":      "AKM",
			"nominal":   int64(4),
			"lifetime":  int64(7200),
			"restock":   nil,
			"crafted":   int64(0),
			"tag_id":    int64(2),
			"usage_ids": []int64{3, 1, 2},
			"value_ids": []int64{},
			"tag_ids":   []int64{2, 1},
		} {
			if diff := cmp.Diff(want, field(r, made, name)); diff != "" {
				t.Errorf("%s:\n%s", name, diff)
			}
		}
		if diff := cmp.Diff(made, w.get(t, r, made)); diff != "" {
			t.Errorf("what is made and what is stored differ:\n%s", diff)
		}
	})
}

func TestUpdate(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Types
		clock := time.Date(2026, 2, 1, 12, 0, 0, 0, time.UTC)
		store.SetClock(w.DB, func() time.Time { return clock })
		made := w.create(t, r, record.Values{"instance_classname_id": w.classname(t, "AKM"), "nominal": int64(4), "usage_ids": []int64{1, 2}})
		clock = clock.Add(time.Hour)
		updated, err := w.Update(t.Context(), r, w.Scope, r.SID(made), record.Values{
			"nominal": nil, "lifetime": int64(60), "usage_ids": []int64{2, 5}, "tag_id": int64(3), "instance_classname_id": w.classname(t, "M4A1"),
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]any{
			"id":         r.ID(made),
			"sid":        r.SID(made),
			"name":       "M4A1",
			"nominal":    nil,
			"lifetime":   int64(60),
			"usage_ids":  []int64{2, 5},
			"tag_ids":    []int64{3},
			"created_at": field(r, made, "created_at"),
			"updated_at": clock.UnixMicro(),
		} {
			if diff := cmp.Diff(want, field(r, updated, name)); diff != "" {
				t.Errorf("%s:\n%s", name, diff)
			}
		}
		if diff := cmp.Diff(updated, w.get(t, r, made)); diff != "" {
			t.Errorf("what is returned and what is stored differ:\n%s", diff)
		}
	})
}

func TestUpdateToTheSameWritesNothing(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		clock := time.Date(2026, 2, 1, 12, 0, 0, 0, time.UTC)
		store.SetClock(w.DB, func() time.Time { return clock })
		r := record.Types
		made := w.create(t, r, record.Values{"instance_classname_id": w.classname(t, "AKM"), "nominal": int64(4), "usage_ids": []int64{1, 2}})
		before := w.number(t, `SELECT revision FROM instances WHERE id = $1`, w.InstanceID)
		clock = clock.Add(time.Hour)
		for _, values := range []record.Values{{}, {"nominal": int64(4), "usage_ids": []int64{1, 2}, "cost": nil, "tag_ids": []int64{}}} {
			updated, err := w.Update(t.Context(), r, w.Scope, r.SID(made), values)
			if diff := cmp.Diff(made, updated); err != nil || diff != "" {
				t.Errorf("%v: %v\n%s", values, err, diff)
			}
		}
		if after := w.number(t, `SELECT revision FROM instances WHERE id = $1`, w.InstanceID); after != before {
			t.Errorf("revision %d became %d", before, after)
		}
	})
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Events
		event, other := w.event(t, "One"), w.event(t, "Other")
		if along, err := w.Delete(t.Context(), r, w.Scope, r.SID(event)); err != nil || along != nil {
			t.Errorf("deleting: %v, %v", along, err)
		}
		if _, err := w.Delete(t.Context(), r, w.Scope, r.SID(event)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("deleting again: %v", err)
		}
		w.get(t, r, other)
	})
}

func TestDeleteCascades(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.InstanceClassnames
		class := w.create(t, r, record.Values{"name": "AKM"})
		for range 3 {
			w.create(t, record.Types, record.Values{"instance_classname_id": r.ID(class), "usage_ids": []int64{1, 2}})
		}
		w.create(t, record.Types, record.Values{"instance_classname_id": w.classname(t, "M4A1"), "usage_ids": []int64{1}})
		along, err := w.Delete(t.Context(), r, w.Scope, r.SID(class))
		if diff := cmp.Diff([]store.Count{{Resource: "types", N: 3}}, along); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if types, links := w.number(t, `SELECT count(*) FROM types`),
			w.number(t, `SELECT count(*) FROM type_usage_links`); types != 1 || links != 1 {
			t.Errorf("%d types and %d links are left, want one of each", types, links)
		}
	})
}

func TestDeletedReferencesLeaveNull(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		class := w.create(t, record.InstanceClassnames, record.Values{"name": "AKM", "category_id": int64(1)})
		made := w.create(t, record.Types, record.Values{
			"instance_classname_id": record.InstanceClassnames.ID(class), "category_id": int64(1), "usage_ids": []int64{1, 2, 3},
			"tag_ids": []int64{1, 2},
		})
		for _, query := range []string{
			`DELETE FROM categories WHERE id = $1`, `DELETE FROM type_usages WHERE id = $1`, `DELETE FROM type_tags WHERE id = $1`,
		} {
			if _, err := w.Exec(t.Context(), query, 1); err != nil {
				t.Fatal(err)
			}
		}
		left := w.get(t, record.Types, made)
		for name, want := range map[string]any{"category_id": nil, "usage_ids": []int64{2, 3}, "tag_ids": []int64{2}, "tag_id": nil} {
			if diff := cmp.Diff(want, field(record.Types, left, name)); diff != "" {
				t.Errorf("%s:\n%s", name, diff)
			}
		}
		if got := field(record.InstanceClassnames, w.get(t, record.InstanceClassnames, class), "category_id"); got != nil {
			t.Errorf("the class name's category is %v", got)
		}
	})
}

func TestNamesAreUniqueInAnInstance(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.classname(t, "AKM")
		m4 := w.create(t, record.InstanceClassnames, record.Values{"name": "M4A1"})
		_, create := w.Create(t.Context(), record.InstanceClassnames, w.Scope, record.Values{"name": "akm"})
		_, update := w.Update(t.Context(), record.InstanceClassnames, w.Scope, record.InstanceClassnames.SID(m4), record.Values{"name": "aKm"})
		if !errors.Is(create, store.ErrTaken) || !errors.Is(update, store.ErrTaken) {
			t.Errorf("a name twice: %v, %v", create, update)
		}
		newWorld(t, w.DB).classname(t, "AKM")
	})
}

func TestBulk(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Types
		const n = 700 // more than one statement takes on either database
		w.insert(t, r, nil)
		w.insert(t, r, typeRows(w.classname(t, "AKM"), n))
		old := w.all(t, r)
		rows := make([]record.Row, n)
		for i := range rows {
			rows[i] = slices.Clone(old[i])
			if i%2 == 0 {
				rows[i][r.Index("nominal")] = int64(1000 + i)
				rows[i][r.Index("value_ids")] = []int64{1}
			}
		}
		w.edit(t, func(e *store.Edit) error { return e.UpdateAll(t.Context(), r, old, rows) })
		if diff := cmp.Diff(rows, w.all(t, r)); diff != "" {
			t.Errorf("after the update:\n%s", diff)
		}
		same := slices.Clone(rows[0])
		same[r.Index("updated_at")] = int64(0)
		w.edit(t, func(e *store.Edit) error { return e.UpdateAll(t.Context(), r, rows[:1], []record.Row{same}) })
		w.edit(t, func(e *store.Edit) error { return e.DeleteAll(t.Context(), r, rows[1:]) })
		if diff := cmp.Diff(rows[:1], w.all(t, r)); diff != "" {
			t.Errorf("after the delete:\n%s", diff)
		}
		w.wantRevisions(t, 5) // made, the class name, types in, changed, out: neither the empty insert nor a time alone
	})
}

func (w world) all(t *testing.T, r *record.Resource) []record.Row {
	t.Helper()
	rows, err := w.All(t.Context(), r, w.Scope, "")
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// A failure in the middle of a change takes back the whole of it, its revision too.
func TestEditKeepsAllOrNothing(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		err := w.Edit(t.Context(), w.Scope, "import", func(e *store.Edit) error {
			for i := range 3 {
				if _, err := e.Create(t.Context(), record.InstanceClassnames, record.Values{"name": fmt.Sprint("Class", i%2)}); err != nil {
					return err
				}
			}
			return nil
		})
		if n := w.number(t, `SELECT count(*) FROM instance_classnames`); !errors.Is(err, store.ErrTaken) || n != 0 {
			t.Errorf("%d class names are left, %v", n, err)
		}
		w.wantRevisions(t, 1)
	})
}

func TestCatalog(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Classnames
		var rows []record.Row
		for _, name := range []string{"AKM", "M4A1"} {
			rows = append(rows, r.Encode(&record.Classname{Name: name, DisplayName: name, Payload: "{}", DefaultTypeValues: "{}", Enabled: true}))
		}
		err := w.EditCatalog(t.Context(), func(e *store.Edit) error { return e.InsertAll(t.Context(), r, rows) })
		if err != nil {
			t.Fatal(err)
		}
		w.edit(t, func(e *store.Edit) error {
			found, err := e.Catalog(t.Context(), []string{"akm", "AKM", "SKS"})
			if diff := cmp.Diff(map[string]record.Row{"akm": rows[0]}, found); diff != "" {
				t.Errorf("found:\n%s", diff)
			}
			return err
		})
	})
}
