package lint

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// manyTypes stores so many types without a mistake, then one with one, and the first once more.
func manyTypes(t *testing.T, c checked, n int) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	class, kind := record.InstanceClassnames, record.Types
	must(c.db.Edit(t.Context(), c.scope, "test", func(e *store.Edit) error {
		var classes, types []record.Row
		for i := range n + 1 {
			classes = append(classes, class.Encode(&record.InstanceClassname{Name: fmt.Sprintf("Mod_%d", i)}))
		}
		must(e.InsertAll(t.Context(), class, classes))
		for i, row := range append(classes, classes[0]) {
			id := class.ID(row)
			types = append(types, kind.Encode(&record.Type{
				InstanceClassnameID: id, Name: class.TitleOf(row), Nominal: new(int64(5)), Min: new(int64(i / n * 7)), Enabled: true,
			}))
		}
		return e.InsertAll(t.Context(), kind, types)
	}))
}

// TestTypesPassInParts holds that rules see all types of a large instance, while only a part of them is in memory.
func TestTypesPassInParts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newChecked(t, db)
		manyTypes(t, c, partLength)
		last, minimum := fmt.Sprintf("Mod_%d", partLength), "min (7) is above nominal (5). [Lower min to 5.]"
		want := []string{"Mod_0: The file has an earlier entry with the same name.", last + ": " + minimum, "Mod_0: " + minimum}
		c.finds(want...)

		w, err := c.load(t.Context(), outside{db, c.scope}, c.scope, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		w.Logs = []Log{{
			Name: "server.RPT", AddedAt: db.Now(),
			Log: serverlog.Log{Entries: []serverlog.Entry{{What: serverlog.HiddenClass, Name: "mod_3", Line: 1}}},
		}}
		var told []string
		rules := append(slices.Clone(Rules()), &Rule{ID: "memory", Severity: Error, types: func(*world, report) func(*record.Type) {
			return func(*record.Type) {
				if len(w.part) > partLength {
					t.Errorf("%d types are in memory", len(w.part))
				}
			}
		}})
		before := len(w.records)
		if err := w.check(rules, Settings{}, func(f Finding) { told = append(told, f.Name) }); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{last, "Mod_0", "Mod_0", "Mod_3"}, told); diff != "" || len(w.records) != before+1 {
			t.Errorf("%d records stay after %d; findings (-want +got):\n%s", len(w.records), before, diff)
		}
		if changes, _, err := c.Fix(t.Context(), c.scope, []Choice{{
			Rule: minOverNominal.ID,
		}}); err != nil || len(changes) != 2 || string(changes[0].Before["min"]) != "7" {
			t.Errorf("%+v, %v", changes, err)
		}
	})
}

// TestCountedProblems holds that the problems of the home page are those that the lint finds, whether it remembers them or not.
func TestCountedProblems(t *testing.T) {
	t.Parallel()
	c := newChecked(t, storetest.Open(t))
	manyTypes(t, c, 2)
	for _, remembered := range []bool{false, true} {
		if remembered {
			c.check()
		}
		if err := c.count(t.Context(), c.scope); err != nil {
			t.Fatal(err)
		}
		all, err := c.Noted(t.Context(), c.scope.UserID, []int64{c.scope.InstanceID})
		is := all[c.scope.InstanceID]
		if want := (Counts{Revision: is.Revision, Warnings: 3, Known: true, Current: true}); err != nil || is != want {
			t.Errorf("%+v, %v instead of %+v, remembered: %v", is, err, want, remembered)
		}
	}
}
