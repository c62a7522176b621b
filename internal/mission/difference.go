package mission

import (
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// Op says how a record differs.
type Op string

// The ways in which records differ.
const (
	Added   Op = "added"
	Removed Op = "removed"
	Altered Op = "changed"
)

// Difference says how a file differs in one record.
type Difference struct {
	Op       Op
	Resource *record.Resource
	Name     string // what the file calls it
	SID      string // empty for a record that is not stored
	Fields   []FieldDifference
}

// FieldDifference is the value of a field before and after, as it goes over the wire. References are
// given by name, because a file may name what has no record any more; of a document, only the values that differ are given.
type FieldDifference struct {
	Field    *record.Field
	Old, New []byte // JSON; null in a record that is not there
}

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
