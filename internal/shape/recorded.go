package shape

import (
	"reflect"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// recorded is a record of a resource, which writes itself.
type recorded interface {
	jsonAppender
	Record() *record.Resource
}

// extended is a record that is shown with more members than it has fields: those of the struct that the method returns.
type extended interface {
	recorded
	Beside() reflect.Type
}

// OfRecord returns the shape of the records of a resource.
func OfRecord(r *record.Resource) *Type { return &Type{Kind: Any, Record: r} }

// AppendRecord appends a record with the members of a struct behind its fields.
func AppendRecord(b []byte, r *record.Resource, row record.Row, beside any) []byte {
	b = r.AppendJSON(b, row)
	return append(append(b[:len(b)-1], ','), Append(nil, beside)[1:]...)
}

// recordExample is an example of a record, with what is shown beside its fields.
func (s *Type) recordExample() any {
	example := parsed(s.Record.One, string(s.Record.AppendJSON(nil, s.Record.ExampleRow()))).(*jsontree.Object)
	for _, f := range s.Fields {
		example.Set(f.Name, f.ExampleValue(false))
	}
	return example
}
