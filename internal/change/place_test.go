package change_test

import (
	"testing"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
)

func tree(t *testing.T, text string) any {
	t.Helper()
	v, err := jsontree.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// What CompareNamed has found can be done to the old version, which gives the new one, and taken back from that.
func TestDifferencesByNameAreFoundAgain(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{`{"a":1,"b":{"c":2}}`, `{"a":3,"b":{"c":2,"d.e":[1]}}`},
		{`{"Items":[{"ClassName":"AKM","Max":1},{"ClassName":"M4","Max":2}]}`, `{"Items":[{"ClassName":"AKM","Max":5},{"ClassName":"SKS"}]}`},
		{`{"p":[{"x":1},{"x":2}]}`, `{"p":[{"x":0},{"x":1},{"x":2}]}`},
		{`{"p":[{"name":"a"},{"name":"a"}]}`, `{"p":[{"name":"a","n":1},{"name":"a"}]}`},
		{`{"a.b":1,"a":{"b":2}}`, `{"a.b":2,"a":{"b":2}}`},
		{`{"a":[1,2]}`, `{"a":{"x":1}}`},
	} {
		old, next := tree(t, c[0]), tree(t, c[1])
		done, undone := old, next
		for _, d := range change.CompareNamed(old, next) {
			var did, took bool
			done, did = change.With(done, d.Path, d.New, !d.Removed)
			undone, took = change.With(undone, d.Path, d.Old, !d.Added)
			if value, there := change.At(done, d.Path); !did || !took || there == d.Removed || there && !jsontree.Equal(value, d.New) {
				t.Errorf("%s: %s is %v there", c[0], d.Path, value)
			}
		}
		if !jsontree.Equal(done, next) || !jsontree.Equal(undone, old) {
			t.Errorf("%s became %s, and %s came back as %s", c[0], jsontree.AppendValue(nil, done), c[1], jsontree.AppendValue(nil, undone))
		}
	}
}
