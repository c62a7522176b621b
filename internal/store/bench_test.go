package store_test

import (
	"fmt"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// benchmark measures in an instance with 2,000 types on both databases.
func benchmark(b *testing.B, run func(b *testing.B, w world, class int64)) {
	for name, open := range map[string]func(testing.TB) *store.DB{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			w := newWorld(b, open(b))
			class := w.classname(b, "AKM")
			w.insert(b, record.Types, typeRows(class, 2_000))
			b.ReportAllocs()
			b.ResetTimer()
			run(b, w, class)
		})
	}
}

// typeRows makes the rows of n types with two usages, values and tags each, all of one class name.
func typeRows(class int64, n int) []record.Row {
	r := record.Types
	rows := make([]record.Row, n)
	for i := range rows {
		rows[i] = r.EmptyRow()
		for name, value := range map[string]any{
			"instance_classname_id": class,
			"nominal":               int64(i),
			"lifetime":              int64(14_400),
			"restock":               int64(0),
			"min":                   int64(5),
			"qmin":                  int64(-1),
			"qmax":                  int64(-1),
			"cost":                  int64(100),
			"count_in_map":          int64(1),
			"enabled":               int64(1),
			"usage_ids":             []int64{1, 2},
			"value_ids":             []int64{3, 4},
			"tag_ids":               []int64{1, 2},
			"tag_id":                int64(1),
			"slot":                  int64(i),
			"raw":                   fmt.Sprintf("<type name=\"AKM\">\n    <nominal>%d</nominal>\n</type>", i),
		} {
			rows[i][r.Index(name)] = value
		}
	}
	return rows
}

// insert stores rows in one change.
func (w world) insert(t testing.TB, r *record.Resource, rows []record.Row) {
	t.Helper()
	w.edit(t, func(e *store.Edit) error { return e.InsertAll(t.Context(), r, rows) })
}

func BenchmarkList100Types(b *testing.B) {
	r := record.Types
	ask := record.Query{Page: 3, PerPage: 100, Include: []*record.Field{r.Field("usage_ids"), r.Field("value_ids"), r.Field("tag_ids")}}
	for name, include := range map[string][]*record.Field{"flat": nil, "links": ask.Include} {
		b.Run(name, func(b *testing.B) {
			benchmark(b, func(b *testing.B, w world, _ int64) {
				ask := ask
				ask.Include = include
				for b.Loop() {
					page, err := w.List(b.Context(), r, w.Scope, ask)
					if err != nil || len(page.Rows) != 100 {
						b.Fatal(len(page.Rows), err)
					}
				}
			})
		})
	}
}

// BenchmarkSize shows what grows with the number of types in an instance.
func BenchmarkSize(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := newWorld(b, storetest.Open(b))
			w.insert(b, record.Types, typeRows(w.classname(b, "AKM"), n))
			pages := n / 100
			for name, number := range map[string]int{"first": 1, "middle": pages / 2, "last": pages} {
				ask := record.Query{Page: number, PerPage: 100}
				b.Run("page/"+name, func(b *testing.B) { w.benchmarkPage(b, ask) })
				ask.Sort = []record.Sorting{{Field: record.Types.Field("nominal")}}
				b.Run("sorted/"+name, func(b *testing.B) { w.benchmarkPage(b, ask) })
			}
			b.Run("get", func(b *testing.B) { w.benchmarkGet(b, n/2) })
		})
	}
}

func (w world) benchmarkPage(b *testing.B, ask record.Query) {
	b.Helper()
	for b.Loop() {
		page, err := w.List(b.Context(), record.Types, w.Scope, ask)
		if err != nil || len(page.Rows) != ask.PerPage {
			b.Fatal(len(page.Rows), err)
		}
	}
}

// benchmarkGet reads the nth type again and again.
func (w world) benchmarkGet(b *testing.B, n int) {
	b.Helper()
	page, err := w.List(b.Context(), record.Types, w.Scope, record.Query{Page: n, PerPage: 1})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		w.get(b, record.Types, page.Rows[0])
	}
}

func BenchmarkSearch2000Types(b *testing.B) {
	benchmark(b, func(b *testing.B, w world, _ int64) {
		ask := record.Query{Page: 1, PerPage: 100, Search: "nothing has this name"}
		for b.Loop() {
			if _, err := w.List(b.Context(), record.Types, w.Scope, ask); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkGet(b *testing.B) {
	benchmark(b, func(b *testing.B, w world, _ int64) {
		w.benchmarkGet(b, 2)
	})
}

func BenchmarkCreate(b *testing.B) {
	benchmark(b, func(b *testing.B, w world, _ int64) {
		for b.Loop() {
			w.event(b, "StaticHeliCrash")
		}
	})
}

func BenchmarkInsertAll2000(b *testing.B) {
	benchmark(b, func(b *testing.B, w world, class int64) {
		for b.Loop() {
			b.StopTimer()
			rows := typeRows(class, 2_000)
			b.StartTimer()
			w.insert(b, record.Types, rows)
		}
	})
}
