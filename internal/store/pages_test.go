package store_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// maxRows is how many rows the property draws: no more than one page takes, so that one page is the whole list.
const maxRows = 100

// Every page of every size, also those that are read from the end, is a slice of the whole list.
func TestPagesAreSlicesOfTheList(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			w := newWorld(t, db)
			r := rapid.SampledFrom([]*record.Resource{record.Events, record.Types}).Draw(rt, "resource")
			n := w.drawRows(t, rt, r)
			for range 5 {
				ask := drawQuery(rt, r)
				whole := w.page(t, r, ask, 1, maxRows)
				if ask.Search == "" && len(ask.Filters) == 0 && len(whole) != n {
					rt.Fatalf("the list has %d rows of %d", len(whole), n)
				}
				w.wantSlices(t, rt, r, ask, whole)
			}
		})
	})
}

// drawRows stores rows with few different values, so that many are equal, and tells how many.
func (w world) drawRows(t *testing.T, rt *rapid.T, r *record.Resource) int {
	few := rapid.SampledFrom([]any{nil, int64(-1), int64(0), int64(10)})
	text := rapid.SampledFrom([]any{nil, "", "a", "B", "Ä"})
	names := []string{"b", "A", "a"}
	var ids []int64
	for _, name := range []string{"b", "A", "c"} {
		ids = append(ids, w.classname(t, name))
	}
	rows := make([]record.Row, rapid.IntRange(0, maxRows).Draw(rt, "rows"))
	for i := range rows {
		rows[i] = r.EmptyRow()
		rows[i][r.Index("nominal")] = few.Draw(rt, "nominal")
		if which := rapid.IntRange(0, 2).Draw(rt, "which"); r == record.Events {
			rows[i][r.Index("name")], rows[i][r.Index("secondary")] = names[which], text.Draw(rt, "secondary")
			rows[i][r.Index("children")], rows[i][r.Index("children_count")] = "[]", int64(0)
		} else {
			rows[i][r.Index("instance_classname_id")], rows[i][r.Index("enabled")] = ids[which], int64(1)
		}
	}
	w.insert(t, r, rows)
	return len(rows)
}

func drawQuery(rt *rapid.T, r *record.Resource) record.Query {
	ask := record.Query{
		Search: rapid.SampledFrom([]string{"", "a"}).Draw(rt, "search"),
	}
	names := map[*record.Resource][]string{
		record.Events: {"", "id", "nominal", "name", "secondary"}, record.Types: {"", "id", "nominal", "name"},
	}
	if name := rapid.SampledFrom(names[r]).Draw(rt, "sort"); name != "" {
		ask.Sort = []record.Sorting{{Field: r.Field(name), Descending: rapid.Bool().Draw(rt, "descending")}}
	}
	if rapid.Bool().Draw(rt, "filtered") {
		ask.Filters = []record.Applied{{SQL: "r.nominal = $", Args: []any{int64(10)}}}
	}
	return ask
}

func (w world) wantSlices(t *testing.T, rt *rapid.T, r *record.Resource, ask record.Query, whole []string) {
	size := rapid.IntRange(1, maxRows).Draw(rt, "size")
	for number := 1; number <= len(whole)/size+2; number++ {
		start := min((number-1)*size, len(whole))
		want := whole[start:min(start+size, len(whole))]
		if diff := cmp.Diff(slices.Clone(want), w.page(t, r, ask, number, size)); diff != "" {
			rt.Fatalf("page %d of size %d of %+v:\n%s", number, size, ask, diff)
		}
	}
}

// page returns the public identifiers of a page.
func (w world) page(t *testing.T, r *record.Resource, ask record.Query, number, size int) []string {
	t.Helper()
	ask.Page, ask.PerPage = number, size
	page, err := w.List(t.Context(), r, w.Scope, ask)
	if err != nil {
		t.Fatal(err)
	}
	sids := make([]string, len(page.Rows))
	for i, row := range page.Rows {
		sids[i] = r.SID(row)
	}
	return sids
}
