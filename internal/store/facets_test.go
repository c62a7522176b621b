package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// TestValuesAreCountedOnceAState of the instance: what is known is what another process counts, whatever happens in between.
func TestValuesAreCountedOnceAState(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		w := newWorld(t, open(t, c))
		r, types := record.Events, record.Types
		event := w.event(t, "A")
		category := w.outside(t, record.Categories)
		w.create(t, types, record.Values{"instance_classname_id": w.classname(t, "AKM"), "category_id": category})
		for _, step := range []struct {
			name string
			do   func()
		}{
			{"nothing", func() {}},
			{"another event", func() { w.event(t, "B") }},
			{"a change", func() { w.set(t, r, event, record.Values{"active": int64(0)}) }},
			{"the end of a category, without a revision", func() { w.mustExec(t, `DELETE FROM categories WHERE user_id IS NOT NULL`) }},
			{"a delete", func() { w.remove(t, r, event) }},
		} {
			step.do()
			for range 2 {
				for _, counted := range []*record.Resource{r, types} {
					if diff := cmp.Diff(w.values(t, open(t, c), counted), w.values(t, w.DB, counted)); diff != "" {
						t.Errorf("after %s, %s: %s", step.name, counted.Name, diff)
					}
				}
			}
		}
		before := w.values(t, w.DB, r)
		w.mustExec(t, `DELETE FROM events`) // which the state does not say
		if diff := cmp.Diff(before, w.values(t, w.DB, r)); diff != "" {
			t.Errorf("counted again: %s", diff)
		}
		w.Forget(store.Scope{UserID: w.UserID})
		if diff := cmp.Diff(before, w.values(t, w.DB, r)); diff != "" {
			t.Errorf("another instance is forgotten, and it is counted again: %s", diff)
		}
		if w.Forget(w.Scope); cmp.Equal(before, w.values(t, w.DB, r)) {
			t.Error("it is forgotten, and not counted again")
		}
	})
}

// values counts the values of all facets of a list.
func (w world) values(t *testing.T, db *store.DB, r *record.Resource) [][]store.ValueCount {
	t.Helper()
	counts, err := db.CountValues(t.Context(), r, w.Scope, record.Query{Page: 1, PerPage: 15}, r.Facets())
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// outside makes a record of the user that records of instances refer to, and returns its id.
func (w world) outside(t *testing.T, r *record.Resource) int64 {
	t.Helper()
	values := record.Values{"name": "Own"}
	if r.Has("is_group") {
		values["is_group"] = int64(0)
	}
	row, err := w.Create(t.Context(), r, store.Scope{UserID: w.UserID}, values)
	if err != nil {
		t.Fatal(err)
	}
	return r.ID(row)
}
