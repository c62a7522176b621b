package mission

import (
	"reflect"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// Op is the way in which a record differs.
type Op string

// The values of Op.
const (
	Added   Op = "added"
	Removed Op = "removed"
	Altered Op = "changed"
)

// Difference describes one record in which two versions of a file differ.
type Difference struct {
	Op       Op
	Resource *record.Resource
	Name     string // its name in the file
	SID      string // empty for a record that is not stored
	Fields   []FieldDifference
	Uses     []Use // what still uses a type that an import no longer has
}

// Use says how many records of a resource use a class.
type Use struct {
	Resource *record.Resource
	Count    int64
}

// FieldDifference holds the value of a field before and after, as it goes over the wire. References are given by name, because the
// record may be gone; of a document, only the values that differ are given.
type FieldDifference struct {
	Field    *record.Field
	Old, New []byte // JSON; null if there is no record
}

// ParseDifference reads what AppendJSON has written. It returns false for a resource that is no longer declared.
func ParseDifference(o *jsontree.Object) (d Difference, ok bool) {
	if d.Resource = record.InInstanceAt(o.Text("resource")); d.Resource == nil {
		return d, false
	}
	d.Op, d.Name, d.SID = Op(o.Text("op")), o.Text("name"), o.Text("sid")
	fields := o.Object("fields")
	for name := range fields.All() {
		if d.Resource.Has(name) {
			old, _ := fields.Object(name).Get("old")
			now, _ := fields.Object(name).Get("new")
			d.Fields = append(d.Fields, FieldDifference{d.Resource.Field(name), rawJSON(old), rawJSON(now)})
		}
	}
	return d, true
}

// recordDifference is how a difference looks on the wire.
type recordDifference struct {
	Op       Op     `field:"op" in:"added,removed,changed" example:"changed"`
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

// AppendJSON appends the difference as it goes over the wire.
func (d Difference) AppendJSON(b []byte) []byte {
	b = jsontree.AppendString(append(b, `{"op":`...), string(d.Op))
	b = jsontree.AppendString(append(b, `,"resource":`...), d.Resource.Path)
	b = jsontree.AppendString(append(b, `,"name":`...), d.Name)
	b = append(b, `,"sid":`...)
	if d.SID == "" {
		b = append(b, "null"...)
	} else {
		b = jsontree.AppendString(b, d.SID)
	}
	b = append(b, `,"fields":{`...)
	for _, f := range d.Fields {
		b = append(append(f.Field.AppendKey(jsontree.AppendComma(b)), `{"old":`...), f.Old...)
		b = append(append(append(b, `,"new":`...), f.New...), '}')
	}
	return append(b, "}}"...)
}
