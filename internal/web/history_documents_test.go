package web

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

func TestDocumentChanges(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 400)
	tests := []struct {
		name, old, now string
		want           []fieldChange
	}{
		{
			"a value of an element", `{"Items[St. Mary].Tags[2].Price":100}`, `{"Items[St. Mary].Tags[2].Price":110}`,
			[]fieldChange{{"Items › St. Mary › Tags › 2 › Price", "100", "110"}},
		},
		{"texts, words and lists", `{"A":"","B":true,"C":["x","y"]}`, `{"A":"a/b","B":false,"C":[]}`, []fieldChange{{"A", "empty", "a/b"}, {"B", "true", "false"}, {"C", "x, y", "empty"}}},
		{"added and gone", `{"A":{"B":"c/d","C":[1.50,{}]}}`, `{"E":null,"F":0}`, []fieldChange{{"E", "", ""}, {"F", "", "0"}, {"A", "B: c/d, C: 1.50, empty", ""}}},
		{"a long text", `{"A":"` + long + `"}`, `{"A":"b"}`, []fieldChange{{"A", long[:300] + "…", "b"}}},
		{"a document that was made", `null`, `{"A":1}`, []fieldChange{{"A", "", "1"}}},
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
	if len(fields) != 101 || fields[100] != (fieldChange{Label: "and 50 more values"}) {
		t.Errorf("%d rows, the last is %+v", len(fields), fields[len(fields)-1])
	}
}

// TestHistoryTellsTheValuesOfADocument: in the history, on the page of a revision and where the file is compared.
func TestHistoryTellsTheValuesOfADocument(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	scope := b.scope(instance)
	row, err := b.db.Create(t.Context(), record.MarketCategories, scope, record.Values{
		"name": "Ammo", "document": `{"Items":[{"ClassName":"AKM","MaxPriceThreshold":100}]}`,
	})
	if err != nil {
		t.Fatal(err)
	}
	sid := record.MarketCategories.SID(row)
	_, err = b.db.Update(t.Context(), record.MarketCategories, scope, sid, record.Values{"document": `{"Items":[{"ClassName":"AKM","MaxPriceThreshold":110}]}`})
	if err != nil {
		t.Fatal(err)
	}
	const told = `<th scope="row">Items › AKM › MaxPriceThreshold</th>`
	for _, page := range []string{"/history", "/history/3"} {
		b.get(instance+page).says(told, ">100<", ">110<", "expansion/gui/market-categories/"+sid+"/edit", "market category")
	}
	b.get(instance+"/diff/profiles/ExpansionMod/Market/Ammo.json").says("Items", "AKM")
}
