package record

import (
	"maps"

	"quartermaster/internal/jsontree"
)

// The values of every example record.
const (
	exampleID   = "1"
	exampleSID  = "aB3dE5fG7h"
	exampleTime = "2026-02-01T12:00:00Z"
)

// ExampleBody returns a body that creates a record, for the documentation: the required fields and those with an example. All
// references are to the id 1.
func (r *Resource) ExampleBody() *jsontree.Object {
	body := new(jsontree.Object)
	for _, f := range r.Fields {
		if f.Writable() && (f.Required || f.Example != "") {
			body.Set(f.Name, f.ExampleValue())
		}
	}
	return body
}

// ExampleRow returns the record that ExampleBody would create, for the documentation.
func (r *Resource) ExampleRow() Row {
	values := Values{}
	for _, f := range r.Fields {
		if _, counted := values[f.Name]; !counted && (f.Example != "" || f.Required || f.ReadOnly && !f.Nullable) {
			values[f.Name] = f.store(f.ExampleValue())
		}
		if f.Count != "" {
			values[f.Count] = int64(len(jsontree.Members(f.ExampleValue())))
		}
	}
	r.describeExample(values)
	r.Defaults(values)
	row := r.EmptyRow()
	for i, f := range r.Fields {
		if value, set := values[f.Name]; set {
			row[i] = value
		} else if !f.Nullable {
			row[i] = f.store(f.ExampleValue())
		}
	}
	return row
}

// describeExample sets the fields that are derived from the example of a document.
func (r *Resource) describeExample(values Values) {
	if !r.HoldsDocuments() {
		return
	}
	document, _ := r.Field(documentField).ExampleValue().(*jsontree.Object)
	maps.Copy(values, r.Describe(values[documentField].(string), document))
}

// ExampleValue returns the example as in a body, or the simplest value of the field's type.
func (f *Field) ExampleValue() any {
	switch {
	case f.Example != "" && (f.Type == Text || f.Type == Decimal || f.Type == Time):
		return f.Example
	case f.Example != "":
		value, err := jsontree.Parse([]byte(f.Example))
		if err != nil {
			panic("record: the example of " + f.Name + ": " + err.Error())
		}
		return value
	case f.Name == "sid":
		return exampleSID
	case len(f.In) > 0:
		return f.In[0]
	}
	return f.plainExample()
}

func (f *Field) plainExample() any {
	switch f.Type {
	case Int, Float, Decimal:
		if f.Ref != "" || f.Name == "id" || f.Name == "instance_id" {
			return jsontree.Number(exampleID)
		}
		return jsontree.Number("0")
	case Flag:
		return f.Default == int64(1)
	case Time:
		return exampleTime
	case Object:
		return new(jsontree.Object)
	case List, Links, Texts, Vector, BulkSteps:
		return []any{}
	}
	return ""
}
