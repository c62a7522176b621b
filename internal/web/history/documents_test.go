package history

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/pages"
)

func TestDocumentChanges(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 400)
	tests := []struct {
		name, old, now string
		want           []pages.FieldChange
	}{
		{
			"a value of an element", `{"Items[St. Mary].Tags[2].Price":100}`, `{"Items[St. Mary].Tags[2].Price":110}`,
			[]pages.FieldChange{{Label: "Items › St. Mary › Tags › 2 › Price", Before: "100", After: "110"}},
		},
		{
			"texts, words and lists", `{"A":"","B":true,"C":["x","y"]}`, `{"A":"a/b","B":false,"C":[]}`,
			[]pages.FieldChange{
				{Label: "A", Before: "empty", After: "a/b"},
				{Label: "B", Before: "true", After: "false"},
				{Label: "C", Before: "x, y", After: "empty"},
			},
		},
		{
			"added and gone", `{"A":{"B":"c/d","C":[1.50,{}]}}`, `{"E":null,"F":0}`,
			[]pages.FieldChange{{Label: "E"}, {Label: "F", After: "0"}, {Label: "A", Before: "B: c/d, C: 1.50, empty"}},
		},
		{"a long text", `{"A":"` + long + `"}`, `{"A":"b"}`, []pages.FieldChange{{Label: "A", Before: long[:300] + "…", After: "b"}}},
		{"a document that was made", `null`, `{"A":1}`, []pages.FieldChange{{Label: "A", After: "1"}}},
		{"spelling alone", `{}`, `{}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, documentChanges(parsedValue([]byte(tt.old)), parsedValue([]byte(tt.now)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestManyChangesOfADocumentAreCounted(t *testing.T) {
	t.Parallel()
	old, now := new(jsontree.Object), new(jsontree.Object)
	for _, key := range strings.Split(strings.Repeat("x", 150), "") {
		old.Set(key+decimal(int64(old.Len())), 1)
	}
	fields := documentChanges(old, now)
	if len(fields) != 101 || fields[100] != (pages.FieldChange{Label: "and 50 more values"}) {
		t.Errorf("%d rows, the last is %+v", len(fields), fields[len(fields)-1])
	}
}
