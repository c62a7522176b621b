package record_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// TestDifferenceOfARow: a record differs by the values that people see, whenever it was changed; of a deleted one no field is named.
func TestDifferenceOfARow(t *testing.T) {
	t.Parallel()
	r := record.Types
	row := func(nominal, updated int64, usages ...int64) record.Row {
		row := r.EmptyRow()
		row[r.Index("sid")], row[r.Index("nominal")], row[r.Index("updated_at")] = "aB3dE5fG7h", nominal, updated
		row[r.Index("usage_ids")] = usages
		return row
	}
	for name, test := range map[string]struct {
		old, next record.Row
		happened  string
		fields    string
	}{
		"the same":     {row(5, 1, 2, 3), row(5, 9, 2, 3), record.Changed, ""},
		"a number":     {row(5, 1), row(8, 9), record.Changed, "nominal 5 8"},
		"links":        {row(5, 1, 2, 3), row(5, 1, 3), record.Changed, "usage_ids [2,3] [3]"},
		"deleted":      {row(5, 1), nil, record.Removed, ""},
		"field by two": {row(1, 1, 2), row(2, 1), record.Changed, "nominal 1 2; usage_ids [2] []"},
	} {
		var told []string
		d := r.Difference(test.old, test.next)
		d.Each(func(f *record.Field, before, after json.RawMessage) {
			told = append(told, fmt.Sprintf("%s %s %s", f.Name, before, after))
		})
		if got := strings.Join(told, "; "); got != test.fields || d.Change() != test.happened || d.SID != "aB3dE5fG7h" {
			t.Errorf("%s: %s %q", name, d.Change(), got)
		}
	}
}
