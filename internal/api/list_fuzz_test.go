package api_test

import (
	"encoding/json"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// FuzzListQuery asks every list with any query: the database answers with a page that is no larger than asked for, of records
// that go over the wire as JSON.
func FuzzListQuery(f *testing.F) {
	s := start(f)
	world := furnish(f, s.user(f), "Mine")
	var lists []*record.Resource
	for _, e := range served() {
		if e.Action == endpoint.List {
			lists = append(lists, e.Record)
		}
	}
	for i, r := range lists {
		f.Add(uint8(i), "page=2&per_page=1&search=mine&sort=-id&include=usage_ids,value_ids,tag_ids,positions,children,blocks,items")
		f.Add(uint8(i),
			"category=1&subcategory=x&mod=9223372036854775807&tag=1&usage=1&value=1&status=enabled&type=ban&public=1&expired=0&active=1")
		f.Add(uint8(i), "search=%27%22%25_%5c%00&page=-1&per_page=1e9&sort=name%3b&include[]=raw&source_file=%ff")
		for _, field := range r.Fields {
			f.Add(uint8(i), "sort="+field.Name+"&include="+field.Name)
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, query string) {
		r := lists[int(n)%len(lists)]
		in := jsontree.ParseForm(query)
		jsontree.Prepare(in)
		ask := r.ParseQuery(in)
		page, err := s.db.List(t.Context(), r, world.scope, ask)
		if err != nil || len(page.Rows) > ask.PerPage || ask.PerPage < 1 || ask.PerPage > 100 || int64(len(page.Rows)) > page.Total {
			t.Fatalf("%s?%s: %d rows of %d, %v", r.Path, query, len(page.Rows), page.Total, err)
		}
		for _, row := range page.Rows {
			if text := r.AppendJSON(nil, row); !json.Valid(text) {
				t.Fatalf("%s?%s: %s", r.Path, query, text)
			}
		}
	})
}
