package web_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/web/ui"
)

func TestQueryWith(t *testing.T) {
	t.Parallel()
	tests := []struct {
		raw, name, value, want string
	}{
		{"", "search", "", "/t"},
		{"", "search", "a b&c", "/t?search=a+b%26c"},
		{"search=x&page=4", "sort", "-name", "/t?search=x&sort=-name"},
		{"search=x&page=4", "search", "", "/t"},
		{"search=x", "page", "2", "/t?page=2&search=x"},
		{"search=&usage=&tag=1", "sort", "name", "/t?sort=name&tag=1"},
	}
	for _, test := range tests {
		q := query("/t", test.raw)
		if got := q.With(test.name, test.value); got != test.want {
			t.Errorf("%q with %s=%q: %q, want %q", test.raw, test.name, test.value, got, test.want)
		}
		if diff := cmp.Diff(query("/t", test.raw), q); diff != "" {
			t.Errorf("the query changed: %s", diff)
		}
	}
}

func TestTableSort(t *testing.T) {
	t.Parallel()
	column := ui.Column{Key: "name"}
	tests := []struct {
		raw, sorted, url string
	}{
		{"", "none", "/t?sort=name"},
		{"sort=min", "none", "/t?sort=name"},
		{"sort=name", "ascending", "/t?sort=-name"},
		{"sort=-name&page=2&search=a", "descending", "/t?search=a&sort=name"},
	}
	for _, test := range tests {
		table := ui.Table{Query: query("/t", test.raw)}
		if got := table.Sorted(column); got != test.sorted {
			t.Errorf("%q: sorted %q, want %q", test.raw, got, test.sorted)
		}
		if got := table.SortURL(column); got != test.url {
			t.Errorf("%q: sort address %q, want %q", test.raw, got, test.url)
		}
	}
}

func TestTableFilters(t *testing.T) {
	t.Parallel()
	table := typesTable("search=ak&usage=2&status=enabled&tag=99&sort=name")
	want := []ui.Chip{
		{Label: "Search: ak", URL: root + "/types?sort=name&status=enabled&tag=99&usage=2"},
		{Label: "Usage: Military", URL: root + "/types?search=ak&sort=name&status=enabled&tag=99"},
		{Label: "Status: enabled", URL: root + "/types?search=ak&sort=name&tag=99&usage=2"},
	}
	if diff := cmp.Diff(want, table.Chips()); diff != "" {
		t.Error(diff)
	}
	if got := table.FilterCount(); got != 2 {
		t.Errorf("%d filters in force, want 2", got)
	}
	if chosen := table.Chosen(); !chosen[1].Options[2].Selected || chosen[0].Options[1].Selected {
		t.Error("the chosen options are not the query's")
	}
}

func TestPagerLinks(t *testing.T) {
	t.Parallel()
	tests := []struct {
		page, total int
		want        string
	}{
		{1, 0, "[1]"},
		{1, 30, "[1] 2"},
		{3, 75, "1 2 [3] 4 5"},
		{5, 150, "1 … 4 [5] 6 … 10"},
		{10, 150, "1 … 9 [10]"},
		{99, 30, "1 2"},
	}
	for _, test := range tests {
		pager := ui.Pager{Query: query("/t", "search=a&page=7"), Page: test.page, PerPage: 15, Total: test.total}
		if got := drawn(pager.Links()); got != test.want {
			t.Errorf("page %d of %d rows: %q, want %q", test.page, test.total, got, test.want)
		}
	}
}

func drawn(links []ui.PageLink) string {
	text := ""
	for i, link := range links {
		if i > 0 {
			text += " "
		}
		if link.Current {
			text += "[" + link.Label + "]"
		} else {
			text += link.Label
		}
	}
	return text
}

func TestPagerSteps(t *testing.T) {
	t.Parallel()
	tests := []struct {
		page             int
		prev, next, span string
	}{
		{1, "", "/t?page=2&search=a", "Rows 1 to 15 of 40"},
		{2, "/t?search=a", "/t?page=3&search=a", "Rows 16 to 30 of 40"},
		{3, "/t?page=2&search=a", "", "Rows 31 to 40 of 40"},
		{9, "/t?page=3&search=a", "", "No rows on this page, 40 in total"},
	}
	for _, test := range tests {
		pager := ui.Pager{Query: query("/t", "search=a&page=7"), Page: test.page, PerPage: 15, Total: 40}
		got := []string{pager.Prev(), pager.Next(), pager.Span()}
		if diff := cmp.Diff([]string{test.prev, test.next, test.span}, got); diff != "" {
			t.Errorf("page %d: %s", test.page, diff)
		}
	}
}
