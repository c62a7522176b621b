package backup

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRowsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	rows := [][]any{
		{int64(math.MaxInt64), int64(math.MinInt64), nil, "", "a\n<b>\u2028\x00"},
		{0.1, -math.MaxFloat64, math.SmallestNonzeroFloat64, "not UTF-8: \xff", "\ufffd"},
		{[]byte{}, []byte{0, 0xff}, `{"bytes":"AA=="}`, `["x"]`, int64(0)},
	}
	var lines bytes.Buffer
	w := newRowWriter(&lines)
	for _, row := range rows {
		if err := w.write(slices.Clone(row)); err != nil {
			t.Fatal(err)
		}
	}
	if n := bytes.Count(lines.Bytes(), []byte("\n")); n != len(rows) {
		t.Errorf("%d lines for %d rows", n, len(rows))
	}
	r := newRowReader(&lines, len(rows[0]))
	for _, want := range append(rows, nil) {
		got, err := r.next()
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
	}
}
