package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestSearchesReadOnlyAnIndex holds that SQLite takes what a search looks into from an index, whatever the list is like, and goes
// from class names to what is about them.
func TestSearchesReadOnlyAnIndex(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	for _, r := range append(record.All(), record.Classnames) {
		if len(r.Search) == 0 || r.Scope != record.InInstance && r != record.Classnames {
			continue
		}
		for _, ask := range []record.Query{{Page: 1, PerPage: 15, Search: "a"}, wordQuery("a")} {
			text, args := store.IDsQuery(db, r, store.Scope{UserID: 1, InstanceID: 1}, ask)
			plan := planOf(t, db, text, args)
			if !strings.Contains(plan, "USING COVERING INDEX") || strings.Contains(plan, "SEARCH r USING INDEX") ||
				strings.Contains(plan, "r USING INTEGER") {
				t.Errorf("%s:\n%s", r.Name, plan)
			}
		}
	}
}

// wordQuery asks for the first records whose searched texts contain each of the words, by a filter.
func wordQuery(words ...string) record.Query {
	ask := record.Query{Page: 1, PerPage: 15}
	for _, word := range words {
		ask.Where = append(ask.Where, record.Condition{Any: []record.Match{{Test: record.Worded, Text: record.Pattern{word}}}})
	}
	return ask
}

// TestWordsOfFiltersSearch holds that a word of a filter finds what a search for it finds, alone and beside other conditions.
func TestWordsOfFiltersSearch(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for i, name := range []string{"AKM", "akm_Mag", "M4A1", "SKS", "Ärger"} {
			w.create(t, record.Types, record.Values{"instance_classname_id": w.classname(t, name), "nominal": int64(i)})
			w.event(t, name)
		}
		for _, r := range []*record.Resource{record.Types, record.Events, record.InstanceClassnames} {
			for _, word := range []string{"a", "AKM", "ärger", "none"} {
				searched := w.found(t, r, record.Query{Page: 1, PerPage: 15, Search: word})
				if found := w.found(t, r, wordQuery(word)); !slices.Equal(found, searched) {
					t.Errorf("%s: the word %q finds %v, and a search %v", r.Name, word, found, searched)
				}
				both := wordQuery("m")
				both.Search = word
				if one, other := w.found(t, r, wordQuery(word, "m")), w.found(t, r, both); !slices.Equal(one, other) {
					t.Errorf("%s: the words %q and m find %v, and a search %v", r.Name, word, one, other)
				}
			}
		}
	})
}

// found returns the ids of a page.
func (w world) found(t *testing.T, r *record.Resource, ask record.Query) (ids []int64) {
	t.Helper()
	page, err := w.List(t.Context(), r, w.Scope, ask)
	if err != nil || page.Total != int64(len(page.Rows)) {
		t.Fatalf("%s: total %d of %d, %v", r.Name, page.Total, len(page.Rows), err)
	}
	for _, row := range page.Rows {
		ids = append(ids, r.ID(row))
	}
	return ids
}

// planOf is how SQLite finds the rows of a statement.
func planOf(t *testing.T, db *store.DB, text string, args []any) string {
	t.Helper()
	rows, err := db.Query(t.Context(), "EXPLAIN QUERY PLAN "+text, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, detail)
	}
	return strings.Join(plan, "\n")
}

// TestFoundPages holds that the pages of a list that leaves records out are those of the whole of it.
func TestFoundPages(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		other := newWorld(t, w.DB)
		for i, name := range []string{"AKM", "akm_Mag", "M4A1", "SKS", "Ärger", "100%_A"} {
			w.create(t, record.Types, record.Values{
				"instance_classname_id": w.classname(t, name), "nominal": []any{int64(i % 3), nil}[i%2], "enabled": int64(i % 2),
			})
			w.event(t, name)
			other.create(t, record.Types, record.Values{"instance_classname_id": other.classname(t, name)})
			other.event(t, name)
		}
		for _, r := range []*record.Resource{record.Types, record.Events, record.InstanceClassnames} {
			for _, search := range []string{"a", "AKM", "ärger", "%%_", "1", "none", "'"} {
				for _, sort := range []string{
					"", `"sort":"id",`, `"sort":"-nominal",`, `"sort":"nominal",`, `"sort":"-name",`, `"sort":"name",`, `"sort":"-class_name",`,
				} {
					w.wantPagesOfAll(t, r, fmt.Sprintf(`{%s"search":%q,"include":"usage_ids","per_page":%%d,"page":%%d}`, sort, search))
				}
			}
			w.wantPagesOfAll(t, r, `{"search":"a","status":"enabled","per_page":%d,"page":%d}`)
		}
	})
}

// wantPagesOfAll compares the pages of two records, and one behind them, with one page of all records.
func (w world) wantPagesOfAll(t *testing.T, r *record.Resource, parameters string) {
	t.Helper()
	all := w.list(t, r, fmt.Sprintf(parameters, 100, 1))
	if all.Total != int64(len(all.Rows)) {
		t.Errorf("%s%s: total %d of %d", r.Name, parameters, all.Total, len(all.Rows))
	}
	var paged []record.Row
	for number := 1; number <= len(all.Rows)/2+2; number++ {
		page := w.list(t, r, fmt.Sprintf(parameters, 2, number))
		if page.Total != all.Total {
			t.Errorf("%s%s: total %d on page %d, want %d", r.Name, parameters, page.Total, number, all.Total)
		}
		paged = append(paged, page.Rows...)
	}
	sids := func(rows []record.Row) (list []string) {
		for _, row := range rows {
			list = append(list, r.SID(row))
		}
		return list
	}
	if !slices.Equal(sids(paged), sids(all.Rows)) {
		t.Errorf("%s%s: %v, want %v", r.Name, parameters, sids(paged), sids(all.Rows))
	}
}

// TestFoundManyPages holds that the first pages of a long list that leaves records out are those of the whole of it.
func TestFoundManyPages(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		other := newWorld(t, w.DB)
		for _, in := range []world{w, other} {
			in.addNamed(t, 700)
		}
		for _, r := range []*record.Resource{record.Types, record.Events, record.InstanceClassnames} {
			for _, parameters := range []string{`{"search":"a"`, `{"search":"A","sort":"-id"`, `{"search":"Ä"`} {
				all := w.sids(t, r, parameters+`,"per_page":100,"page":%d}`, 7)
				if len(all) != 666 {
					t.Fatalf("%s%s: %d found", r.Name, parameters, len(all))
				}
				if paged := w.sids(t, r, parameters+`,"per_page":2,"page":%d}`, 35); !slices.Equal(paged, all[:70]) {
					t.Errorf("%s%s: %v, want %v", r.Name, parameters, paged, all[:70])
				}
			}
		}
	})
}

// addNamed adds n class names, types and events, of which one in twenty-one is not found.
func (w world) addNamed(t *testing.T, n int) {
	t.Helper()
	names, types, events := make([]record.Row, n), make([]record.Row, n), make([]record.Row, n)
	for i := range n {
		name := fmt.Sprintf("Säa%d", n-i)
		if i%21 == 0 {
			name = fmt.Sprintf("Other%d", i)
		}
		names[i] = record.InstanceClassnames.Encode(&record.InstanceClassname{Name: name})
		events[i] = record.Events.Encode(&record.Event{Name: name})
	}
	err := w.Edit(t.Context(), w.Scope, "test", func(e *store.Edit) error {
		if err := e.InsertAll(t.Context(), record.InstanceClassnames, names); err != nil {
			return err
		}
		for i, row := range names {
			types[i] = record.Types.Encode(&record.Type{InstanceClassnameID: record.InstanceClassnames.ID(row), Enabled: true})
		}
		if err := e.InsertAll(t.Context(), record.Types, types); err != nil {
			return err
		}
		return e.InsertAll(t.Context(), record.Events, events)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sids returns the public identifiers on the first pages of a list, each of which tells the same total.
func (w world) sids(t *testing.T, r *record.Resource, parameters string, pages int) (list []string) {
	t.Helper()
	for number := range pages {
		page := w.list(t, r, fmt.Sprintf(parameters, number+1))
		if page.Total != 666 {
			t.Errorf("%s%s: total %d", r.Name, parameters, page.Total)
		}
		for _, row := range page.Rows {
			list = append(list, r.SID(row))
		}
	}
	return list
}
