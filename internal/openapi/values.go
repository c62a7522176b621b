package openapi

import (
	"quartermaster/internal/jsontree"
	"quartermaster/internal/shape"
)

// valueKinds are the types of JSON by the kinds of shapes.
var valueKinds = map[shape.Kind]string{
	shape.Text:   `{"type": "string"}`,
	shape.Int:    `{"type": "integer"}`,
	shape.Float:  `{"type": "number", "format": "double"}`,
	shape.Bool:   `{"type": "boolean"}`,
	shape.Moment: `{"type": "string", "format": "date-time"}`,
	shape.Any:    `{}`,
	shape.Bytes:  `{"type": "string", "format": "binary", "contentMediaType": "application/octet-stream"}`,
}

// value describes values of a shape: of a body, or of an answer. A type with a name stands in the components.
func (d *document) value(t *shape.Type, body bool) *jsontree.Object {
	if t.Record != nil && t.Fields == nil {
		return d.schema("*", t.Record)
	}
	if t.Name == "" {
		return d.plainValue(t, body)
	}
	name := t.Name
	if !d.schemas.Has(name) {
		d.schemas.Set(name, new(jsontree.Object)) // a type may hold itself
		d.schemas.Set(name, d.plainValue(t, body))
	}
	return ref("schemas", name)
}

func (d *document) plainValue(t *shape.Type, body bool) *jsontree.Object {
	if t.Record != nil {
		return d.extended(t)
	}
	s := new(jsontree.Object)
	switch t.Kind {
	case shape.Object:
		s = d.members(t, body)
	case shape.List:
		s = object("type", "array", "items", d.value(t.Item, body))
		if t.Size > 0 {
			s.Set("minItems", t.Size)
			s.Set("maxItems", t.Size)
		}
	case shape.Map:
		member := d.value(t.Item, body)
		if t.Item.Null {
			allowNull(member)
		}
		s = object("type", "object", "additionalProperties", member)
	case shape.Any:
		if all := t.AnyOf(); all != nil {
			return d.alternatives(all, body)
		}
		fallthrough
	default:
		s = parse([]byte(valueKinds[t.Kind]))
		if t.IsTree() {
			s = object("type", "object", "additionalProperties", true)
		}
		if t.In != nil {
			s.Set("enum", values(t.In))
		}
	}
	return explained(s, t.Help)
}

// extended describes a record with what is shown beside its fields.
func (d *document) extended(t *shape.Type) *jsontree.Object {
	s, more := d.record(t.Record), d.members(t, false)
	s.Set("required", append(s.List("required"), more.List("required")...))
	for name, member := range more.Object("properties").All() {
		s.Object("properties").Set(name, member)
	}
	s.Set("examples", []any{t.Example(false)})
	return s
}

func (d *document) alternatives(all []*shape.Type, body bool) *jsontree.Object {
	list := make([]any, len(all))
	for i, t := range all {
		list[i] = d.value(t, body)
	}
	return object("anyOf", list)
}

// members describes an object: what must be sent of a body, and what is always there in an answer.
func (d *document) members(t *shape.Type, body bool) *jsontree.Object {
	properties, required := new(jsontree.Object), []any{}
	for _, f := range t.Fields {
		if f.Hidden || body && f.Query || !body && f.Secret {
			continue
		}
		properties.Set(f.Name, d.member(f, body))
		if body && f.Required || !body && !f.Omit {
			required = append(required, f.Name)
		}
	}
	s := object("type", "object")
	if len(required) > 0 {
		s.Set("required", required)
	}
	s.Set("properties", properties)
	return s
}

// member describes a field.
func (d *document) member(f *shape.Field, body bool) *jsontree.Object {
	s := d.value(f.Type, body)
	switch {
	case f.SID && f.Type.Kind == shape.List:
		s.Set("items", ref("schemas", "Sid"))
	case f.SID:
		s = ref("schemas", "Sid")
	}
	if len(f.In) > 0 && (f.Type.Kind == shape.Text || f.Type.Name == "") { // a list or map with a name says it itself
		holder(s).Set("enum", allowed(f))
	}
	if f.Distinct {
		s.Set("uniqueItems", true)
	}
	setSizes(s, f, body)
	if f.Pattern != nil {
		s.Set("pattern", f.Pattern.String())
	}
	if f.Secret {
		s.Set("writeOnly", true)
	}
	if isNullable(f, body) {
		allowNull(s)
	}
	return explained(s, f.Help)
}

// allowed are the only values of a field.
func allowed(f *shape.Field) (list []any) {
	if f.Type.Kind != shape.Int && f.Type.Kind != shape.Bool {
		return values(f.In)
	}
	for _, text := range f.In {
		value, _ := jsontree.Parse([]byte(text))
		list = append(list, value)
	}
	return list
}

// isNullable reports whether null stands for no value, where that has to be said.
func isNullable(f *shape.Field, body bool) bool {
	switch {
	case f.Type.Kind == shape.Any && f.Type.Name == "" && !f.Type.IsTree():
		return false
	case body:
		return !f.Required && !f.Query
	}
	return f.Null || f.Type.Null && !f.Omit && !f.Type.IsTree()
}

// holder is what the texts of a field stand in: itself, or its members.
func holder(s *jsontree.Object) *jsontree.Object {
	for _, name := range []string{"items", "additionalProperties"} {
		if inner := s.Object(name); inner != nil {
			return inner
		}
	}
	return s
}

func setSizes(s *jsontree.Object, f *shape.Field, body bool) {
	low, high := "minimum", "maximum"
	switch f.Type.Kind {
	case shape.Text:
		low, high = "minLength", "maxLength"
	case shape.List:
		low, high = "minItems", "maxItems"
	}
	if f.Min != nil {
		s.Set(low, *f.Min)
	} else if body && f.Required && f.Type.Kind == shape.List {
		s.Set(low, 1)
	}
	if f.Max != nil {
		s.Set(high, *f.Max)
	}
}
