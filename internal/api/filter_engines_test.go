package api_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// comparisons are what a field can be asked for, whatever it holds.
var comparisons = []string{
	":none", ":any", ":5", ":x*", ":*o*n*", `:"5"`, ":0..3", ":..3", ">5", "<=1.5", ">=0", ":2026-01-01", "<7d", ":yes", ":no", ":Own*",
	":*own,akm", ":akm", ":{*", ":any,none",
}

// TestBothEnginesFindTheSame: what the database tests in its tables is what is tested in memory, for each field of every resource.
func TestBothEnginesFindTheSame(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		f := furnish(t, start(t).user(t), "Own")
		db := f.server.db
		compared := 0
		for _, r := range record.All() {
			if r.Scope != record.InInstance || r.Title == nil && r.Search == nil {
				continue
			}
			rows, err := db.All(t.Context(), r, f.scope, "")
			check(t, err)
			asked := []string{"own", "*o*", "-own", "*"}
			for _, name := range filterNames(r) {
				for _, comparison := range comparisons {
					asked = append(asked, name+comparison, "-"+name+comparison)
				}
			}
			for _, q := range asked {
				if conditions, err := r.Where(t.Context(), q, time.Now(), db.Vocabulary(f.scope)); err == nil {
					f.findTheSame(t, r, rows, q, conditions)
					compared++
				}
			}
		}
		if compared < 2000 {
			t.Errorf("only %d filters were compared", compared)
		}
	})
}

// findTheSame compares what the database finds, by itself and among so many terms that it leaves the last one to memory, with the rows that
// meet the conditions.
func (f furnished) findTheSame(t *testing.T, r *record.Resource, rows []record.Row, q string, conditions []record.Condition) {
	t.Helper()
	tester, want := r.Tester(conditions), []int64{}
	for _, row := range rows {
		if tester.Meets(row) {
			want = append(want, r.ID(row))
		}
	}
	nothing := record.Condition{Not: true, Any: []record.Match{{Test: record.Worded, Text: record.Pattern{"nothing has this"}}}}
	long := append([]record.Condition{nothing, nothing, nothing, nothing}, conditions...)
	for engine, asked := range map[string][]record.Condition{"in the database": conditions, "in memory": long} {
		found, err := f.server.db.View(f.scope).Flat(t.Context(), r, asked)
		got := []int64{}
		for _, row := range found {
			got = append(got, r.ID(row))
		}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s %s %s: %v %s", r.Name, q, engine, err, diff)
		}
	}
}
