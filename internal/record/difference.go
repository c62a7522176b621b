package record

import (
	"encoding/json"
	"iter"
	"reflect"
	"slices"

	"quartermaster/internal/jsontree"
)

// Difference is how a record differs between two versions: its fields that differ, as they go over the wire, and of a document the values
// that differ, by path. A version without the record has no fields.
type Difference struct {
	Resource      *Resource
	SID, Title    string // SID is empty for a record that is not stored
	Before, After map[string]json.RawMessage
}

// What can have happened to a record that differs.
const (
	Added   = "added"
	Removed = "removed"
	Changed = "changed"
)

// NewDifference returns the difference of a record that was there or not, and is there or not, without any fields.
func NewDifference(r *Resource, sid, title string, was, is bool) Difference {
	d := Difference{Resource: r, SID: sid, Title: title}
	if was {
		d.Before = map[string]json.RawMessage{}
	}
	if is {
		d.After = map[string]json.RawMessage{}
	}
	return d
}

// Difference returns how a stored record differs from what it becomes; next is nil for one that is deleted. Of a deleted record no fields
// are named.
func (r *Resource) Difference(old, next Row) Difference {
	d := NewDifference(r, r.SID(old), r.TitleOf(old), true, next != nil)
	for i, f := range r.FieldsApart(old, next) {
		d.Add(f, f.AppendValue(nil, old[i]), f.AppendValue(nil, next[i]))
	}
	return d
}

// FieldsApart yields the compared fields of which two rows have different values, with their indexes; none where there is no next row.
func (r *Resource) FieldsApart(old, next Row) iter.Seq2[int, *Field] {
	return func(yield func(int, *Field) bool) {
		for i, f := range r.Fields {
			if next != nil && f.Compared() && !Same(old[i], next[i]) && !yield(i, f) {
				return
			}
		}
	}
}

// Compared reports whether a field tells two versions of a record apart: people see it, and it is not the time of the last change.
func (f *Field) Compared() bool { return f.Shown() && f.Name != "updated_at" }

// Same reports whether two stored values of a field are equal.
func Same(a, b any) bool {
	list, ok := a.([]int64)
	other, both := b.([]int64)
	if ok || both {
		return slices.Equal(list, other)
	}
	return a == b
}

// Change returns what has happened to the record: Added, Removed or Changed.
func (d Difference) Change() string {
	switch {
	case d.Before == nil:
		return Added
	case d.After == nil:
		return Removed
	}
	return Changed
}

// Add adds a field that differs.
func (d Difference) Add(f *Field, before, after json.RawMessage) {
	before, after = d.Resource.DiffDocument(f, before, after)
	d.set(f, before, after)
}

func (d Difference) set(f *Field, before, after json.RawMessage) {
	if d.Before != nil {
		d.Before[f.Name] = before
	}
	if d.After != nil {
		d.After[f.Name] = after
	}
}

// HasFields reports whether a field differs.
func (d Difference) HasFields() bool { return len(d.Before)+len(d.After) > 0 }

// Each visits the fields that differ in their order; in a version without the record they are null.
func (d Difference) Each(visit func(f *Field, before, after json.RawMessage)) {
	for _, f := range d.Resource.Fields {
		before, was := d.Before[f.Name]
		after, is := d.After[f.Name]
		if was || is {
			visit(f, OrNull(before), OrNull(after))
		}
	}
}

// OrNull returns a value of a field as it is, and null for the lack of one.
func OrNull(text json.RawMessage) json.RawMessage {
	if text == nil {
		return json.RawMessage("null")
	}
	return text
}

// recordDifference is how a difference between two files looks on the wire.
type recordDifference struct {
	Op       string `field:"op" in:"added,removed,changed" example:"changed"`
	Resource string `field:"resource" help:"What follows the instance in the URL of the resource's list." example:"types"`
	Name     string `field:"name" help:"What the file calls it." example:"AKM"`
	SID      string `field:"sid,null" help:"Null for a record that is not stored."`
	Fields   map[string]struct {
		Old any `field:"old" help:"With names instead of ids; null without the record. Of a document, differing values by path."`
		New any `field:"new" help:"As old."`
	} `field:"fields" help:"The fields that differ." example:"{\"nominal\":{\"old\":5,\"new\":8}}"`
}

// LooksLike returns the type that has the tags.
func (Difference) LooksLike() reflect.Type { return reflect.TypeFor[recordDifference]() }

// AppendJSON appends the difference as comparisons of files send it.
func (d Difference) AppendJSON(b []byte) []byte {
	b = jsontree.AppendString(append(b, `{"op":`...), d.Change())
	b = jsontree.AppendString(append(b, `,"resource":`...), d.Resource.Path)
	b = jsontree.AppendString(append(b, `,"name":`...), d.Title)
	b = append(b, `,"sid":`...)
	if d.SID == "" {
		b = append(b, "null"...)
	} else {
		b = jsontree.AppendString(b, d.SID)
	}
	b = append(b, `,"fields":{`...)
	d.Each(func(f *Field, before, after json.RawMessage) {
		b = append(append(f.AppendKey(jsontree.AppendComma(b)), `{"old":`...), before...)
		b = append(append(append(b, `,"new":`...), after...), '}')
	})
	return append(b, "}}"...)
}

// ParseDifference reads what AppendJSON has written. It returns false for a resource that is no longer declared.
func ParseDifference(o *jsontree.Object) (d Difference, ok bool) {
	r, op := InInstanceAt(o.Text("resource")), o.Text("op")
	if r == nil {
		return d, false
	}
	d = NewDifference(r, o.Text("sid"), o.Text("name"), op != Added, op != Removed)
	fields := o.Object("fields")
	for name := range fields.All() {
		if r.Has(name) {
			old, _ := fields.Object(name).Get("old")
			now, _ := fields.Object(name).Get("new")
			d.set(r.Field(name), jsontree.AppendValue(nil, old), jsontree.AppendValue(nil, now))
		}
	}
	return d, true
}
