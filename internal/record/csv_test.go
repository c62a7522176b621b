package record

import (
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
)

// TestCellsReadBack: of whatever is stored, reading the cells gives a body that changes nothing.
func TestCellsReadBack(t *testing.T) {
	t.Parallel()
	resources := []*Resource{Types, Messages, PlayerLists, PlayerSpawns, TypePresets}
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
func storedValue(f *Field) *rapid.Generator[any] {
	value := map[DataType]*rapid.Generator[any]{
		Int:     rapid.Int64().AsAny(),
		Float:   rapid.Float64().AsAny(),
		Decimal: rapid.Int64Range(-1<<40, 1<<40).AsAny(),
		Flag:    rapid.Int64Range(0, 1).AsAny(),
		Time:    rapid.Int64Range(0, 4e15).AsAny(),
		Links:   rapid.SliceOf(rapid.Int64Range(1, 99)).AsAny(),
		Text:    rapid.OneOf(rapid.String(), rapid.StringMatching(`['=+@\-\r\n\t; ＝＋]{1,4}[a-z0-9]*`)).AsAny(),
	}[f.Type]
	if f.Nullable {
		return rapid.OneOf(rapid.Just[any](nil), value)
	}
	return value
}

// TestTextsReadBack: a text that needs no trimming is what its cell says.
func TestTextsReadBack(t *testing.T) {
	t.Parallel()
	r := Messages
	columns := []*Field{r.Field("text")}
	for text, cell := range map[string]string{
		"plain":      "plain",
		"=1+1":       "'=1+1",
		"'=1":        "''=1",
		"''@x":       "'''@x",
		"-5":         "-5",
		"+1.5e3":     "+1.5e3",
		"+Inf":       "'+Inf",
		"-0x1p-2":    "'-0x1p-2",
		"＝1+1":       "'＝1+1",
		"＠x":         "'＠x",
		"-":          "'-",
		"'quoted'":   "'quoted'",
		"a=b":        "a=b",
		"two\nlines": "two\nlines",
		"true":       "true",
		"5":          "5",
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
