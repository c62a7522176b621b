package record_test

import (
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// TestCellsReadBack: of whatever is stored, reading the cells gives a body that changes nothing.
func TestCellsReadBack(t *testing.T) {
	t.Parallel()
	resources := []*record.Resource{record.Types, record.Messages, record.PlayerLists, record.PlayerSpawns, record.TypePresets}
	rapid.Check(t, func(rt *rapid.T) {
		r := rapid.SampledFrom(resources).Draw(rt, "resource")
		row, columns := r.ExampleRow(), r.Columns()
		for _, f := range columns {
			row[r.Index(f.Name)] = storedValue(f).Draw(rt, f.Name)
		}
		body := r.ReadCells(columns, r.Cells(columns, row))
		if differing := r.Differing(body, row); differing.Len() > 0 {
			rt.Fatalf("%s: %s differs", r.Name, jsontree.AppendValue(nil, differing))
		}
	})
}

// storedValue draws what a column may hold.
func storedValue(f *record.Field) *rapid.Generator[any] {
	value := map[record.DataType]*rapid.Generator[any]{
		record.Int:     rapid.Int64().AsAny(),
		record.Float:   rapid.Float64().AsAny(),
		record.Decimal: rapid.Int64Range(-1<<40, 1<<40).AsAny(),
		record.Flag:    rapid.Int64Range(0, 1).AsAny(),
		record.Time:    rapid.Int64Range(0, 4e15).AsAny(),
		record.Links:   rapid.SliceOf(rapid.Int64Range(1, 99)).AsAny(),
		record.Text:    rapid.OneOf(rapid.String(), rapid.StringMatching(`['=+@\-\r\n\t; ＝＋]{1,4}[a-z0-9]*`)).AsAny(),
	}[f.Type]
	if f.Nullable {
		return rapid.OneOf(rapid.Just[any](nil), value)
	}
	return value
}

// TestTextsReadBack: a text that needs no trimming is what its cell says.
func TestTextsReadBack(t *testing.T) {
	t.Parallel()
	r := record.Messages
	columns := []*record.Field{r.Field("text")}
	for text, cell := range map[string]string{
		"plain": "plain", "=1+1": "'=1+1", "'=1": "''=1", "''@x": "'''@x", "-5": "-5", "+1.5e3": "+1.5e3", "+Inf": "'+Inf", "-0x1p-2": "'-0x1p-2", "＝1+1": "'＝1+1", "＠x": "'＠x", "-": "'-", "'quoted'": "'quoted'",
		"a=b": "a=b", "two\nlines": "two\nlines", "true": "true", "5": "5",
	} {
		row := r.EmptyRow()
		row[r.Index("text")] = text
		if got := r.Cells(columns, row)[0]; got != cell {
			t.Errorf("the cell of %q is %q, want %q", text, got, cell)
		}
		if got, _ := r.ReadCells(columns, []string{cell}).Get("text"); got != text {
			t.Errorf("%q is read as %q, want %q", cell, got, text)
		}
	}
}
