package bulk

import (
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// pageSize is how many changed records an answer holds.
const pageSize = 1_000

// AppendJSON appends a result as it goes over the wire, with one page of the changed records; pages count from 1. Those that name
// renamed ones come last.
func (r *Result) AppendJSON(b []byte, page int) []byte {
	b = jsontree.AppendInt(append(b, `{"matched":`...), r.Matched)
	b = jsontree.AppendInt(append(b, `,"changed":`...), int64(len(r.Changes)))
	b = jsontree.AppendInt(append(b, `,"unchanged":`...), r.Unchanged)
	b = jsontree.AppendInt(append(b, `,"clamped":`...), r.Clamped)
	b = jsontree.AppendInt(append(b, `,"referring":`...), int64(len(r.Referring)))
	b = append(b, `,"revision":`...)
	if r.Revision == 0 {
		b = append(b, "null"...)
	} else {
		b = jsontree.AppendInt(b, r.Revision)
	}
	deleted := new(jsontree.Object)
	for _, count := range r.Deleted {
		deleted.Set(count.Resource, count.N)
	}
	b = jsontree.AppendValue(append(b, `,"deleted":`...), deleted)
	return append(jsontree.AppendList(append(b, `,"rows":`...), r.rows(page), appendChange), '}')
}

// rows returns one page of the changes.
func (r *Result) rows(page int) []Change {
	all := slices.Concat(r.Changes, r.Referring)
	start := min(int64(page-1)*pageSize, int64(len(all)))
	return all[start:min(start+pageSize, int64(len(all)))]
}

func appendChange(b []byte, c Change) []byte {
	b = jsontree.AppendString(append(b, `{"resource":`...), c.Resource.Path)
	b = jsontree.AppendString(append(b, `,"sid":`...), c.Resource.SID(c.Old))
	b = jsontree.AppendString(append(b, `,"name":`...), c.Resource.TitleOf(c.Old))
	b = jsontree.AppendBool(append(b, `,"clamped":`...), c.Clamped)
	b = jsontree.AppendBool(append(b, `,"deleted":`...), c.New == nil)
	b = append(b, `,"changes":{`...)
	first := true
	c.Each(func(f *record.Field, old, changed any) {
		if !first {
			b = append(b, ',')
		}
		first = false
		before, after := c.Resource.DiffDocument(f, f.AppendValue(nil, old), f.AppendValue(nil, changed))
		b = append(append(append(f.AppendKey(b), '['), before...), ',')
		b = append(append(b, after...), ']')
	})
	return append(b, "}}"...)
}

// Each calls fn for every field that people see and that differs.
func (c Change) Each(fn func(f *record.Field, old, changed any)) {
	if c.New == nil {
		return
	}
	for i, f := range c.Resource.Fields {
		if f.Shown() && f.Name != "updated_at" && !store.Same(c.Old[i], c.New[i]) {
			fn(f, c.Old[i], c.New[i])
		}
	}
}
