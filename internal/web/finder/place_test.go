package finder

import (
	"testing"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// TestPlacesLeadBack to the page of the list that shows the record, or to the grid; a record that is gone from it has no position.
func TestPlacesLeadBack(t *testing.T) {
	t.Parallel()
	row := make(record.Row, len(record.Types.Fields))
	row[record.Types.Index("sid")] = "abc"
	tests := []struct {
		name           string
		at             int
		in             string // parameters of the list besides the filter
		position, list string
	}{
		{"the first page", 0, `{}`, "1 of 101 types", "/instances/i/types?q=cat%3Afood#row-abc"},
		{"a later page", 60, `{"sort":"min"}`, "61 of 101 types", "/instances/i/types?page=3&q=cat%3Afood&sort=min#row-abc"},
		{"no longer in the list", -1, `{}`, "", "/instances/i/types?q=cat%3Afood#row-abc"},
		{"the grid", 60, `{"grid":"1"}`, "61 of 101 types", "/instances/i/types/grid?q=cat%3Afood#row-abc"},
	}
	address := func(*site.Request) string { return "/instances/i/types" }
	for _, test := range tests {
		in := jsontree.ParseBody([]byte(test.in))
		s := &Search{
			Collection: &site.Collection{Resource: record.Types, One: "type", Many: "types", URL: address},
			r:          new(site.Request),
			Q:          "cat:food", in: in, grid: in.Has("grid"),
		}
		s.ask.PerPage = 25
		got := s.place(row, test.at, 101)
		if got.Position != test.position || got.List != test.list {
			t.Errorf("%s: %q at %s, want %q at %s", test.name, got.Position, got.List, test.position, test.list)
		}
	}
}
