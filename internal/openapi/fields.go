package openapi

import (
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// shownKinds are the schemas of what answers hold.
var shownKinds = map[record.DataType]string{
	record.Text:      `{"type": "string"}`,
	record.Int:       `{"type": "integer", "format": "int64"}`,
	record.Float:     `{"type": "number", "format": "double"}`,
	record.Decimal:   `{"type": "string", "pattern": "^-?\\d+\\.\\d{2}$"}`,
	record.Flag:      `{"type": "boolean"}`,
	record.Time:      `{"type": "string", "format": "date-time"}`,
	record.Object:    `{"type": "object", "additionalProperties": true}`,
	record.List:      `{"type": "array"}`,
	record.Texts:     `{"type": "array", "items": {"type": "string"}}`,
	record.Vector:    `{"type": "array", "items": {"type": "number", "format": "double"}, "minItems": 3, "maxItems": 3}`,
	record.Links:     `{"type": "array", "items": {"type": "integer", "format": "int64"}, "uniqueItems": true}`,
	record.BulkSteps: `{"type": "array", "minItems": 1, "maxItems": 20, "items": {"$ref": "#/components/schemas/BulkStep"}}`,
}

// takenKinds are the schemas of what bodies hold.
var takenKinds = map[record.DataType]string{
	record.Text:      `{"type": "string"}`,
	record.Int:       `{"type": "integer", "format": "int32", "minimum": -2147483648, "maximum": 2147483647}`,
	record.Float:     `{"type": "number", "format": "double"}`,
	record.Decimal:   `{"$ref": "#/components/schemas/DecimalInput"}`,
	record.Flag:      `{"type": "boolean"}`,
	record.Time:      `{"type": "string", "format": "date-time"}`,
	record.Object:    `{"type": "object", "additionalProperties": true}`,
	record.List:      `{"type": "array"}`,
	record.Texts:     `{"type": "array", "items": {"type": "string", "minLength": 1}}`,
	record.Vector:    `{"type": "array", "items": {"type": "number", "format": "double"}, "minItems": 3, "maxItems": 3}`,
	record.Links:     `{"type": "array", "items": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 2147483647}}`,
	record.BulkSteps: `{"type": "array", "minItems": 1, "maxItems": 20, "items": {"$ref": "#/components/schemas/BulkStep"}}`,
}

// shown is the schema of a field in an answer.
func (d *document) shown(f *record.Field) *jsontree.Object {
	s := parse([]byte(shownKinds[f.Type]))
	switch {
	case f.Type == record.List:
		s.Set("items", d.item(f.Item, f.Items, d.shownAll))
	case f.Digit:
		s = parse([]byte(`{"type": "integer", "enum": [0, 1]}`))
	case len(f.In) > 0:
		s.Set("enum", values(f.In))
	}
	if f.Nullable {
		allowNull(s)
	}
	describe(s, f, "")
	return s
}

// taken is the schema of a field in a body.
func (d *document) taken(f *record.Field) *jsontree.Object {
	s := parse([]byte(takenKinds[f.Type]))
	switch {
	case f.Type == record.List:
		s.Set("items", d.item(f.Item+"Input", f.Items, d.takenAll))
	case f.Digit:
		s = ref("schemas", "SwitchInput")
	case len(f.In) > 0:
		s.Set("enum", values(f.In))
	}
	bound(s, f)
	if takesNull(f) {
		allowNull(s)
	}
	if f.Secret {
		s.Set("writeOnly", true)
	}
	describe(s, f, defaultText(f))
	if f.Example != "" && f.Type != record.List {
		s.Set("examples", []any{f.ExampleValue()})
	}
	return s
}

// takesNull reports whether null is understood: as not set, or as an empty list or object.
func takesNull(f *record.Field) bool {
	switch f.Type {
	case record.List, record.Links, record.Texts, record.Object:
		return !f.Required
	}
	return f.Nullable && !f.Required
}

// bound states the limits of a field. Lengths count characters.
func bound(s *jsontree.Object, f *record.Field) {
	if f.Type == record.Text {
		boundText(s, f)
		return
	}
	if f.Type == record.List || f.Type == record.Texts || f.Type == record.Links {
		s.Set("maxItems", record.MaxItems)
	}
	if f.Type == record.Texts {
		s.Object("items").Set("maxLength", record.MaxText)
	}
	if f.Type == record.Int && f.Ref != "" {
		s.Set("minimum", 1)
	}
	setBounds(s, "minimum", "maximum", f)
}

func boundText(s *jsontree.Object, f *record.Field) {
	if f.Required && len(f.In) == 0 {
		s.Set("minLength", 1)
	}
	setBounds(s, "minLength", "maxLength", f)
	if pattern := f.Pattern(); pattern != "" {
		s.Set("pattern", strings.ReplaceAll(pattern, `"`, `\x22`)) // generators write patterns between quotes
	}
}

func setBounds(s *jsontree.Object, low, high string, f *record.Field) {
	if f.Min != nil {
		s.Set(low, *f.Min)
	}
	if f.Max != nil {
		s.Set(high, *f.Max)
	}
}

// allowNull adds null to the one type of a schema, or to one that stands in the components. Several types in one list, other than
// null, are more than most generators of clients know.
func allowNull(s *jsontree.Object) {
	if name, shared := s.Get("$ref"); shared {
		s.Delete("$ref")
		s.Set("oneOf", []any{object("$ref", name), object("type", "null")})
		return
	}
	kind, _ := s.Get("type")
	s.Set("type", []any{kind, "null"})
	if enum, there := s.Get("enum"); there {
		s.Set("enum", append(enum.([]any), nil))
	}
}

// item refers to the schema of a nested record, and makes it when it is not there.
func (d *document) item(name string, fields []*record.Field, all func([]*record.Field) (*jsontree.Object, []any)) *jsontree.Object {
	if !d.schemas.Has(name) {
		properties, required := all(fields)
		d.schemas.Set(name, object("type", "object", "required", required, "properties", properties))
	}
	return ref("schemas", name)
}

// shownAll are the properties of an answer, with their names.
func (d *document) shownAll(fields []*record.Field) (properties *jsontree.Object, required []any) {
	properties = new(jsontree.Object)
	for _, f := range fields {
		if f.Shown() {
			properties.Set(f.Name, d.shown(f))
			required = append(required, f.Name)
		}
	}
	return properties, required
}

// takenAll are the properties of a body, with the names of those that must be there.
func (d *document) takenAll(fields []*record.Field) (properties *jsontree.Object, required []any) {
	properties = new(jsontree.Object)
	for _, f := range fields {
		if !f.Writable() {
			continue
		}
		properties.Set(f.Name, d.taken(f))
		if f.Required {
			required = append(required, f.Name)
		}
	}
	return properties, required
}
