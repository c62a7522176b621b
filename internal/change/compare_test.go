package change_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	const old = `{"Version":1,"Items":[{"ClassName":"a","Price":1.50,"Tags":["x"]},{"ClassName":"b"},{"Chance":1}],"Gone":null}`
	tests := map[string]struct {
		next string
		want []string
	}{
		"equal": {
			`{"Gone":null,"Version":1.0,"Items":[{"ClassName":"a","Price":1.5,"Tags":["x"]},{"ClassName":"b"},{"Chance":1}]}`, nil,
		},
		"moved": {
			`{"Version":1,"Items":[{"ClassName":"b"},{"ClassName":"a","Price":1.5,"Tags":["x"]},{"Chance":1}],"Gone":null}`, nil,
		},
		"a member": {
			`{"Version":2,"Items":[{"ClassName":"a","Price":2,"Tags":["x"]},{"ClassName":"b"},{"Chance":1}],"Gone":null}`,
			[]string{"Version: 1 > 2", "Items[a].Price: 1.50 > 2"},
		},
		"a list of texts": {
			`{"Version":1,"Items":[{"ClassName":"a","Price":1.5,"Tags":["x","y"]},{"ClassName":"b"},{"Chance":1}],"Gone":null}`,
			[]string{`Items[a].Tags: ["x"] > ["x","y"]`},
		},
		"without a name": {
			`{"Version":1,"Items":[{"ClassName":"a","Price":1.5,"Tags":["x"]},{"ClassName":"b"},{"Chance":2}],"Gone":null}`,
			[]string{"Items[3].Chance: 1 > 2"},
		},
		"added and gone": {
			`{"Version":1,"Items":[{"ClassName":"a","Price":1.5,"Tags":["x"]},{"ClassName":"c"},{"Chance":1},{"ClassName":"d"}],"New":0}`,
			[]string{`Items[c].ClassName: "b" > "c"`, `Items[d]: + {"ClassName":"d"}`, "New: + 0", "Gone: - null"},
		},
		"another kind": {
			`{"Version":1,"Items":{},"Gone":null}`,
			[]string{`Items: [{"ClassName":"a","Price":1.50,"Tags":["x"]},{"ClassName":"b"},{"Chance":1}] > {}`},
		},
		"everything empty": {
			`{}`, []string{"Version: - 1", `Items: - [{"ClassName":"a","Price":1.50,"Tags":["x"]},{"ClassName":"b"},{"Chance":1}]`, "Gone: - null"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, c := range change.Compare(parsed(t, old), parsed(t, tt.next)) {
				got = append(got, spell(c))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func spell(c change.Difference) string {
	switch old, next := jsontree.AppendValue(nil, c.Old), jsontree.AppendValue(nil, c.New); {
	case c.Added:
		return fmt.Sprintf("%s: + %s", c.Path, next)
	case c.Removed:
		return fmt.Sprintf("%s: - %s", c.Path, old)
	default:
		return fmt.Sprintf("%s: %s > %s", c.Path, old, next)
	}
}
