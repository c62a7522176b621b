package grid

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/lint"
	"quartermaster/internal/record"
)

// TestComputedColumns says the values of all rows, those of single ones and what is said of them.
func TestComputedColumns(t *testing.T) {
	t.Parallel()
	known := Computed{
		Author: "Ada",
		By:     map[string]string{"a": "Bo"},
		At:     map[string]string{"a": "2026-01-02T03:04:05Z"},
		Problems: map[string][]Finding{
			"a": {{lint.Error, "It is wrong."}, {lint.Info, "It is odd."}},
		},
		Uses: map[string]map[string]int64{"a": {"types": 3, "event": 1}, "b": {}},
	}
	tests := []struct {
		column string
		known  Computed
		want   string
	}{
		{"used", known, `{"all":0,"of":{"a":4},"says":{"a":"Used by 1 event, 3 types"},"else":"Nothing uses it."}`},
		{"used", Computed{}, `{"all":null,"of":{},"says":{},"else":""}`},
		{"problems", known, `{"all":null,"of":{"a":2},"says":{"a":"It is wrong. It is odd."},"else":"","tone":{"a":"error"}}`},
		{"problems", Computed{}, `{"all":null,"of":{},"says":{},"else":"","tone":{}}`},
		{"changed_at", known, `{"all":null,"of":{"a":"2026-01-02T03:04:05Z"},"else":""}`},
		{"changed_by", known, `{"all":"Ada","of":{"a":"Bo"},"else":""}`},
	}
	for _, test := range tests {
		i := slices.IndexFunc(computed, func(c computedColumn) bool { return c.Key == test.column })
		got, err := json.Marshal(computed[i].values(test.known))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %s, want %s, %v", test.column, got, test.want, err)
		}
	}
}

func TestComputedColumnsOfGrids(t *testing.T) {
	t.Parallel()
	for resource, want := range map[*record.Resource]string{
		record.MarketItems: "used problems changed_at changed_by", record.RandomPresets: "used problems changed_by",
		record.PlayerSpawns: "problems changed_by",
	} {
		var keys []string
		for _, c := range computedOf(resource) {
			keys = append(keys, c.Key)
		}
		if got := strings.Join(keys, " "); got != want {
			t.Errorf("the grid of %s computes %s, want %s", resource.Name, got, want)
		}
	}
}
