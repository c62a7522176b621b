package store_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// list asks with the parameters of a request.
func (w world) list(t *testing.T, r *record.Resource, parameters string) store.Page {
	t.Helper()
	page, err := w.List(t.Context(), r, w.Scope, r.ParseQuery(jsontree.ParseBody([]byte(parameters))))
	if err != nil {
		t.Fatalf("%s: %v", parameters, err)
	}
	return page
}

// titles are what people call the records of a page.
func titles(r *record.Resource, page store.Page) string {
	var list []string
	for _, row := range page.Rows {
		list = append(list, r.TitleOf(row))
	}
	return strings.Join(list, " ")
}

func TestListByPage(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for i := range 5 {
			w.event(t, fmt.Sprint("E", i))
		}
		for _, test := range []struct {
			parameters   string
			number, size int
			want         string
		}{
			{`{}`, 1, 15, "E0 E1 E2 E3 E4"},
			{`{"per_page":2}`, 1, 2, "E0 E1"},
			{`{"per_page":2,"page":3}`, 3, 2, "E4"},
			{`{"per_page":2,"page":4}`, 4, 2, ""},
			{`{"per_page":100,"page":2147483647}`, 2147483647, 100, ""},
			{`{"per_page":2,"page":2,"sort":"-id"}`, 2, 2, "E2 E1"},
		} {
			page := w.list(t, record.Events, test.parameters)
			if got := titles(record.Events, page); got != test.want || page.Number != test.number || page.Size != test.size || page.Total != 5 {
				t.Errorf("%s: %q, page %d of %d, total %d, want %+v", test.parameters, got, page.Number, page.Size, page.Total, test)
			}
		}
	})
}

func TestListFilters(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Types
		for i, name := range []string{"AKM", "M4A1", "SKS"} {
			w.create(t, r, record.Values{
				"instance_classname_id": w.classname(t, name),
				"category_id":           int64(i + 1),
				"usage_ids":             []int64{1, int64(i + 2)},
				"tag_ids":               []int64{3, 1}[:1+i%2],
				"value_ids":             []int64{int64(i + 1)},
				"enabled":               int64(i % 2),
				"source_file":           fmt.Sprint("f", i, ".xml"),
			})
		}
		for parameters, want := range map[string]string{
			`{"category":"2"}`:         "M4A1",
			`{"usage":1}`:              "AKM M4A1 SKS",
			`{"usage":4}`:              "SKS",
			`{"tag":1}`:                "M4A1",
			`{"value":3}`:              "SKS",
			`{"status":"enabled"}`:     "M4A1",
			`{"status":"disabled"}`:    "AKM SKS",
			`{"source_file":"f0.xml"}`: "AKM",
			`{"status":"disabled","usage":1,"search":"s"}`: "SKS",
			`{"category":"9"}`: "",
			`{"category":"x"}`: "AKM M4A1 SKS",
		} {
			page := w.list(t, r, parameters)
			if got := titles(r, page); got != want || page.Total != int64(len(strings.Fields(want))) {
				t.Errorf("%s: %q, total %d, want %q", parameters, got, page.Total, want)
			}
		}
	})
}

func TestSearch(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.InstanceClassnames
		for _, names := range [][2]string{{"AKM", "Kalaschnikow"}, {"ak_74", "100%"}, {`back\slash`, ""}, {"Ärmel", "ΟΔΟΣ"}, {"$1", "it's"}} {
			w.create(t, r, record.Values{"name": names[0], "display_name": names[1]})
		}
		w.classname(t, "Nameless")
		for term, want := range map[string]string{
			"ak": "AKM ak_74", "AK": "AKM ak_74", "_": "ak_74", "%": "ak_74", `\`: `back\slash`, "kalasch": "AKM", "ärm": "Ärmel", "ÄRMEL": "Ärmel",
			"δοσ": "Ärmel", "ΔΟΣ": "Ärmel", "$1": "$1", "'": "$1", "zzz": "", " ": "", strings.Repeat("a", 60_000): "",
			strings.Repeat("ä", 60_000): "",
		} {
			ask := record.Query{Page: 1, PerPage: 100, Search: term}
			page, err := w.List(t.Context(), r, w.Scope, ask)
			if got := titles(r, page); err != nil || got != want {
				t.Errorf("%.20s: %q, %v, want %q", term, got, err, want)
			}
		}
	})
}

func TestSort(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Events
		for i, name := range []string{"b", "Ä", "a", "B", "_", "ä", "a b", "É", "10", "9"} {
			var nominal any
			if i%3 > 0 {
				nominal = int64(i % 3)
			}
			w.create(t, r, record.Values{"name": name, "nominal": nominal, "secondary": []any{nil, name}[i%2]})
		}
		for parameters, want := range map[string]string{
			`{"sort":"name"}`:       "10 9 B _ a a b b Ä É ä",
			`{"sort":"-name"}`:      "ä É Ä b a b a _ B 9 10",
			`{"sort":"nominal"}`:    "b B a b 9 Ä _ É a ä 10",
			`{"sort":"-nominal"}`:   "10 ä a É _ Ä 9 a b B b",
			`{"sort":"secondary"}`:  "b a _ a b 10 9 B Ä É ä",
			`{"sort":"raw"}`:        "b Ä a B _ ä a b É 10 9",
			`{"sort":"no_field"}`:   "b Ä a B _ ä a b É 10 9",
			`{"sort":"created_at"}`: "b Ä a B _ ä a b É 10 9",
		} {
			if got := titles(r, w.list(t, r, parameters)); got != want {
				t.Errorf("%s: %q, want %q", parameters, got, want)
			}
		}
	})
}

// Every field that a list may be sorted by can be, also the computed ones.
func TestSortByEveryField(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.create(t, record.Types, record.Values{"instance_classname_id": w.classname(t, "AKM")})
		w.event(t, "Loot")
		for _, r := range append([]*record.Resource{record.InstanceSummaries}, record.All()...) {
			for _, f := range r.Fields {
				w.list(t, r, `{"search":"a","sort":"-`+f.Name+`"}`)
			}
		}
	})
}

func TestInclude(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		class := w.classname(t, "AKM")
		for _, usages := range [][]int64{{3, 1, 2}, {}, {2}} {
			w.create(t, record.Types, record.Values{"instance_classname_id": class, "usage_ids": usages, "tag_ids": []int64{1}})
		}
		w.create(t, record.Events, record.Values{"name": "Loot", "children": `[{"type":"AKM"}]`})
		columns := func(r *record.Resource, parameters, name string) (values []any) {
			for _, row := range w.list(t, r, parameters).Rows {
				values = append(values, field(r, row, name))
			}
			return values
		}
		for _, test := range []struct {
			r                *record.Resource
			parameters, name string
			want             []any
		}{
			{record.Types, `{}`, "usage_ids", []any{nil, nil, nil}},
			{record.Types, `{"include":"tag_ids"}`, "usage_ids", []any{nil, nil, nil}},
			{record.Types, `{"include":"tag_ids,usage_ids"}`, "usage_ids", []any{[]int64{3, 1, 2}, []int64{}, []int64{2}}},
			{record.Types, `{"include":["usage_ids"],"sort":"-id"}`, "usage_ids", []any{[]int64{2}, []int64{}, []int64{3, 1, 2}}},
			{record.Types, `{"include":"value_ids"}`, "value_ids", []any{[]int64{}, []int64{}, []int64{}}},
			{record.Events, `{}`, "children", []any{nil}},
			{record.Events, `{"include":"children"}`, "children", []any{`[{"type":"AKM"}]`}},
		} {
			if diff := cmp.Diff(test.want, columns(test.r, test.parameters, test.name)); diff != "" {
				t.Errorf("%s of %s:\n%s", test.name, test.parameters, diff)
			}
		}
	})
}

func TestGetAndAll(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Events
		event := w.event(t, "Loot")
		w.event(t, "Static")
		for _, sid := range []string{"", "0123456789", strings.ToLower(r.SID(event)) + "x", strings.ToUpper(r.SID(event)) + "X"} {
			if _, err := w.Get(t.Context(), r, w.Scope, sid); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("sid %q: %v", sid, err)
			}
		}
		rows, err := w.All(t.Context(), r, w.Scope, "r.name = $ OR r.nominal > $", "Loot", 10)
		if diff := cmp.Diff([]record.Row{event}, rows); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
	})
}

// The plans of all choices of nested fields must not be mixed up.
func TestIncludeEachChoice(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Types
		w.create(t, r, record.Values{
			"instance_classname_id": w.classname(t, "AKM"), "usage_ids": []int64{1}, "value_ids": []int64{2}, "tag_ids": []int64{3},
		})
		names := []string{"usage_ids", "value_ids", "tag_ids"}
		for choice := range 1 << len(names) {
			var chosen []string
			for i, name := range names {
				if choice>>i&1 == 1 {
					chosen = append(chosen, name)
				}
			}
			row := w.list(t, r, `{"include":"`+strings.Join(chosen, ",")+`"}`).Rows[0]
			for _, name := range names {
				if has := field(r, row, name) != nil; has != slices.Contains(chosen, name) {
					t.Errorf("include %v gives %s: %v", chosen, name, has)
				}
			}
		}
	})
}
