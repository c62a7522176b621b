package store_test

import (
	"maps"
	"slices"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// recordChanges is how often records of the user have changed without a revision.
func recordChanges(t *testing.T, w world) int64 {
	t.Helper()
	return w.number(t, `SELECT record_changes FROM users WHERE id = $1`, w.UserID)
}

func (w world) mustExec(t *testing.T, text string, args ...any) {
	t.Helper()
	if _, err := w.Exec(t.Context(), text, args...); err != nil {
		t.Fatal(err)
	}
}

// TestChangesWithoutARevisionAreCounted for the owner of what is deleted, or for everybody where nobody owns it.
func TestChangesWithoutARevisionAreCounted(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		other := newWorld(t, w.DB)
		expect := func(what string, own, others int64) {
			t.Helper()
			if got, beside := recordChanges(t, w), recordChanges(t, other); got != own || beside != others {
				t.Errorf("%s: %d changes are counted for the owner and %d for another, want %d and %d", what, got, beside, own, others)
			}
		}
		count := int64(0)
		for _, table := range []string{"categories", "subcategories", "mods", "type_usages", "type_values", "type_tags"} {
			r := record.Named(table)
			values := record.Values{"name": "Own"}
			if r.Has("is_group") {
				values["is_group"] = int64(0)
			}
			row := w.create(t, r, values)
			expect(table+" made", count, 0)
			if _, err := w.Delete(t.Context(), r, w.Scope, r.SID(row)); err != nil {
				t.Fatal(err)
			}
			count++
			expect(table+" deleted", count, 0)
		}
		w.mustExec(t, `DELETE FROM type_tags WHERE id = $1`, 1)
		expect("a common tag deleted", count+1, 1)
		if err := w.EditCatalog(t.Context(), func(e *store.Edit) error {
			row := record.Classnames.Encode(&record.Classname{Name: "AKM", Payload: "{}", DefaultTypeValues: "{}"})
			return e.InsertAll(t.Context(), record.Classnames, []record.Row{row})
		}); err != nil {
			t.Fatal(err)
		}
		w.mustExec(t, `DELETE FROM classnames`)
		expect("the catalog emptied", count+2, 2)
		w.create(t, record.Categories, record.Values{"name": "Own"})
		w.mustExec(t, `DELETE FROM users WHERE id = $1`, w.UserID)
		if n := recordChanges(t, other); n != 2 {
			t.Errorf("%d changes are counted after the end of another user", n)
		}
	})
}

// TestDeletionsThatReachRecordsAreCounted: where a record in an instance refers to something outside that may be deleted, a trigger counts
// that.
func TestDeletionsThatReachRecordsAreCounted(t *testing.T) {
	t.Parallel()
	inside, counted := map[string]bool{}, map[string]bool{}
	for _, r := range record.All() {
		if r.Scope != record.InInstance {
			continue
		}
		inside[r.Name] = true
		for _, f := range r.Fields {
			if f.Link != nil {
				inside[f.Link.Table] = true
			}
		}
	}
	db := storetest.SQLite(t)
	for _, table := range texts(t, db,
		`SELECT tbl_name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%AFTER DELETE%record_changes%'`) {
		counted[table] = true
	}
	for table := range inside {
		parents := texts(t, db, `SELECT "table" FROM pragma_foreign_key_list('`+table+`') WHERE on_delete IN ('SET NULL', 'CASCADE')`)
		for _, parent := range parents {
			if !inside[parent] && !counted[parent] && parent != "instances" && parent != "users" { // with which the instance goes
				t.Errorf("%s refers to %s, whose deletion is not counted (those of %v are)", table, parent, slices.Sorted(maps.Keys(counted)))
			}
		}
	}
	if len(inside) < 20 || len(counted) != 7 {
		t.Errorf("%d tables in instances, %d triggers", len(inside), len(counted))
	}
}
