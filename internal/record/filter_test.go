package record

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
)

func TestParseQuery(t *testing.T) {
	t.Parallel()
	plain := Query{Page: 1, PerPage: 15}
	with := func(change func(*Query)) Query {
		q := plain
		change(&q)
		return q
	}
	filtered := func(sql string, args ...any) Query {
		return with(func(q *Query) { q.Filters = []Applied{{SQL: sql, Args: args}} })
	}
	sorted := func(name string, descending bool) Query {
		return with(func(q *Query) { q.Sort = []Sorting{{Field: samples.Field(name), Descending: descending}} })
	}
	tests := []struct {
		query string
		want  Query
	}{
		{"", plain},
		{"page=3&per_page=7&search=a%25", with(func(q *Query) { q.Page, q.PerPage, q.Search = 3, 7, "a%" })},
		{"page=x&per_page=x&search[]=x&search[]=y", plain},
		{"search=a%00b&sort=%00&owner=%00", plain},
		{"owner=5", filtered("r.owner_id = $", int64(5))},
		{"owner=x", plain},
		{"owner=", plain},
		{"owner[]=5", plain},
		{"flag=1", filtered("r.flag = 1")},
		{"flag=0", filtered("r.flag = 0")},
		{"flag=true", plain},
		{"variant=a+b", filtered("r.variant = $", "a b")},
		{"sort=name", sorted("name", false)},
		{"sort=-count", sorted("count", true)},
		{
			"tag=2",
			filtered("r.id IN (SELECT l.sample_id FROM sample_tags l WHERE l.tag_id = $ AND "+samples.Field("tag_ids").Link.Seen("l")+")", int64(2)),
		},
		{"include=parts,%20tag_ids%20,none,password", with(func(q *Query) {
			q.Include = []*Field{samples.Field("tag_ids"), samples.Field("parts")}
		})},
		{"include[]=parts&include[]=name", with(func(q *Query) { q.Include = []*Field{samples.Field("parts")} })},
	}
	same := cmp.Comparer(func(a, b *Field) bool { return a == b })
	for _, tt := range tests {
		t.Run(tt.query, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, samples.ParseQuery(jsontree.ParseForm(tt.query)), same, cmp.AllowUnexported(Applied{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSortableFields(t *testing.T) {
	t.Parallel()
	for name, sortable := range map[string]bool{
		"id":          true,
		"name":        true,
		"count":       true,
		"ratio":       true,
		"flag":        true,
		"expires_at":  true,
		"total":       true,
		"parts_count": true,
		"created_at":  true,
		"data":        false,
		"tag_ids":     false,
		"parts":       false,
		"password":    false,
		"inner":       false,
		"none":        false,
		"":            false,
		"-":           false,
		"--name":      false,
	} {
		for _, sign := range []string{"", "-"} {
			q := samples.ParseQuery(jsontree.ParseForm("sort=" + sign + name))
			if got := q.Sort != nil; got != sortable || got && q.Sort[0].Descending != (sign == "-") {
				t.Errorf("sort=%s%s: %v", sign, name, q.Sort)
			}
		}
	}
}

func TestClampPerPage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"1":      1,
		"100":    100,
		"101":    100,
		"0":      1,
		"-3":     1,
		"1.9":    1,
		"1e1":    10,
		"1e999":  100,
		"-1e999": 1,
		"+5":     5,
		"":       30,
		"x":      30,
		"5x":     30,
		"Inf":    30,
		"nan":    30,
		"0x1p4":  30,
		"1_0":    30,
		"e":      30,
		"-":      30,
	} {
		if got := ClampPerPage(text, 30); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
