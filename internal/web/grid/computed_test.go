package grid

import (
	"encoding/json"
	"testing"

	"quartermaster/internal/lint"
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
		column ComputedColumn
		known  Computed
		want   string
	}{
		{UsedColumn, known, `{"all":0,"of":{"a":4},"says":{"a":"Used by 1 event, 3 types"},"else":"Nothing uses it."}`},
		{UsedColumn, Computed{}, `{"all":null,"of":{},"says":{},"else":""}`},
		{ProblemsColumn, known, `{"all":null,"of":{"a":2},"says":{"a":"It is wrong. It is odd."},"else":"","tone":{"a":"error"}}`},
		{ProblemsColumn, Computed{}, `{"all":null,"of":{},"says":{},"else":"","tone":{}}`},
		{ChangedAtColumn, known, `{"all":null,"of":{"a":"2026-01-02T03:04:05Z"},"else":""}`},
		{ChangedByColumn, known, `{"all":"Ada","of":{"a":"Bo"},"else":""}`},
	}
	for _, test := range tests {
		got, err := json.Marshal(test.column.values(test.known))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %s, want %s, %v", test.column.Key, got, test.want, err)
		}
	}
}
