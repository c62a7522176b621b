package bulk

import (
	"encoding/json"
	"reflect"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
)

// pageSize is how many changed records an answer holds.
const pageSize = 1_000

// BulkChangesView is a result as it goes over the wire, with one page of the changed records.
type BulkChangesView struct {
	Matched   int64            `field:"matched,min=0" help:"Records that were found." example:"3"`
	Changed   int              `field:"changed,min=0" help:"Records of these that differ afterwards." example:"1"`
	Unchanged int64            `field:"unchanged,min=0" example:"2"`
	Clamped   int64            `field:"clamped,min=0" help:"Records with a number kept within its bounds, or a min lowered with nominal."`
	Referring int              `field:"referring,min=0" help:"Other records that differ because they name renamed ones."`
	Revision  int64            `field:"revision,null" help:"The revision that was made; null where nothing was changed."`
	Deleted   Counts           `field:"deleted" help:"How many records of which resource are deleted with the deleted ones."`
	Rows      []bulkChangeView `field:"rows,max=1000" help:"The changed records: 1,000 of them, those that name renamed ones last."`
}

type bulkChangeView struct {
	Resource string       `field:"resource" example:"types"`
	SID      string       `field:"sid,sid"`
	Name     string       `field:"name" help:"What people call the record, before the change." example:"AKM"`
	Clamped  bool         `field:"clamped"`
	Deleted  bool         `field:"deleted"`
	Changes  fieldChanges `field:"changes" help:"The old and the new value of each field that differs." example:"{\"nominal\":[12,6]}"`
}

// Counts are numbers of records by their resources.
type Counts []store.Count

// AppendJSON implements shape.Appender.
func (c Counts) AppendJSON(b []byte) []byte {
	o := new(jsontree.Object)
	for _, count := range c {
		o.Set(count.Resource, count.N)
	}
	return jsontree.AppendValue(b, o)
}

// LooksLike returns the type that has the tags.
func (Counts) LooksLike() reflect.Type { return reflect.TypeFor[map[string]int]() }

// fieldChanges are the old and the new value of fields, in their order, as JSON.
type fieldChanges json.RawMessage

// AppendJSON implements shape.Appender.
func (c fieldChanges) AppendJSON(b []byte) []byte { return append(b, c...) }

// LooksLike returns the type that has the tags.
func (fieldChanges) LooksLike() reflect.Type { return reflect.TypeFor[map[string][2]any]() }

// View returns a result as it goes over the wire, with one page of the changed records; pages count from 1. Those that name renamed ones
// come last.
func (r *Result) View(page int) BulkChangesView {
	v := BulkChangesView{
		Matched: r.Matched, Changed: len(r.Changes), Unchanged: r.Unchanged, Clamped: r.Clamped, Referring: len(r.Referring),
		Revision: r.Revision, Deleted: r.Deleted,
	}
	for _, c := range r.rows(page) {
		v.Rows = append(v.Rows, c.view())
	}
	return v
}

// AppendJSON appends a result as View shows it.
func (r *Result) AppendJSON(b []byte, page int) []byte { return shape.Append(b, r.View(page)) }

// rows returns one page of the changes.
func (r *Result) rows(page int) []Change {
	all := slices.Concat(r.Changes, r.Referring)
	start := min(int64(page-1)*pageSize, int64(len(all)))
	return all[start:min(start+pageSize, int64(len(all)))]
}

func (c Change) view() bulkChangeView {
	v := bulkChangeView{
		Resource: c.Resource.Path, SID: c.Resource.SID(c.Old), Name: c.Resource.TitleOf(c.Old), Clamped: c.Clamped, Deleted: c.New == nil,
	}
	b := []byte{'{'}
	c.Difference().Each(func(f *record.Field, before, after json.RawMessage) {
		b = append(f.AppendKey(jsontree.AppendComma(b)), '[')
		b = append(append(append(append(b, before...), ','), after...), ']')
	})
	b = append(b, '}')
	v.Changes = b
	return v
}

// Difference returns how the record differs from what it was; of a deleted one it names no fields.
func (c Change) Difference() record.Difference { return c.Resource.Difference(c.Old, c.New) }
