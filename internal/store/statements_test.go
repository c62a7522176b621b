package store_test

import (
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// wantStatements runs a call and checks how many statements it takes at most.
func wantStatements(t *testing.T, w world, what string, limit int64, call func()) {
	t.Helper()
	n := store.CountStatements(w.DB)
	call()
	if got := n.Load(); got == 0 || got > limit {
		t.Errorf("%s takes %d statements, want 1 to %d", what, got, limit)
	}
}

// A list takes one statement for the count, one for the rows and one for each kind of links, however many rows it has.
func TestListsDoNotLoop(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.insert(t, record.Types, typeRows(w.classname(t, "AKM"), 100))
		wantStatements(t, w, "a list with links", 5, func() {
			page := w.list(t, record.Types, `{"per_page":100,"include":"usage_ids,value_ids,tag_ids"}`)
			if len(page.Rows) != 100 {
				t.Errorf("%d rows", len(page.Rows))
			}
		})
		wantStatements(t, w, "all types", 4, func() { w.all(t, record.Types) })
	})
}

func TestBulkWritesDoNotLoop(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const n = 2_000
		rows := typeRows(w.classname(t, "AKM"), n)
		// Of some 60,000 values, a statement takes 480 at the least.
		wantStatements(t, w, "an insert", 250, func() { w.insert(t, record.Types, rows) })
		changed := w.all(t, record.Types)
		for _, row := range changed {
			row[record.Types.Index("usage_ids")] = []int64{5}
		}
		wantStatements(t, w, "an update", 250, func() {
			w.edit(t, func(e *store.Edit) error { return e.UpdateAll(t.Context(), record.Types, rows, changed) })
		})
		wantStatements(t, w, "a delete", 50, func() {
			w.edit(t, func(e *store.Edit) error { return e.DeleteAll(t.Context(), record.Types, changed) })
		})
	})
}

func TestLookupsDoNotLoop(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ids := make([]string, 5_000)
		for i := range ids {
			ids[i] = "1"
		}
		wantStatements(t, w, "a lookup", 1, func() {
			if _, err := (store.References{DB: w.DB, Scope: w.Scope}).Missing(t.Context(), "type_usages", ids); err != nil {
				t.Error(err)
			}
		})
	})
}
