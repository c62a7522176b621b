package openapi

import (
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/shape"
)

// requestBody describes what a request sends.
func (d *document) requestBody(s outline, e endpoint.Endpoint) *jsontree.Object {
	if e.Operation != nil {
		return d.operationBody(e.Operation)
	}
	if s.body == csvBody {
		return object("required", true, "content", object(contentCSV, contentOf(contentCSV)))
	}
	return bodyOfJSON(d.schema(bodyOf(s, e), e.Record))
}

func bodyOfJSON(schema *jsontree.Object) *jsontree.Object {
	return object("required", true, "content", object(contentJSON, object("schema", schema)))
}

// bodyOf names the schema of a body. One that changes a record may leave out what never changes.
func bodyOf(s outline, e endpoint.Endpoint) string {
	if e.Action == endpoint.Update && e.Record.Address() != nil {
		return shapes[endpoint.Patch].body
	}
	return s.body
}

// inputName is the schema of the body of an operation.
func inputName(o *operation.Operation) string {
	return strings.TrimSuffix(o.In.Name, "Input") + "Input"
}

// bodyName is the schema of a body, in which * stands for the name of the record.
func bodyName(o *operation.Operation) string {
	switch {
	case o.Fields == nil:
		return inputName(o)
	case o.Partial:
		return "*Patch"
	}
	return "*Input"
}

// operationBody describes the body of an operation.
func (d *document) operationBody(o *operation.Operation) *jsontree.Object {
	if o.Fields != nil {
		return bodyOfJSON(d.schema(bodyName(o), o.Fields))
	}
	name := inputName(o)
	if !d.schemas.Has(name) {
		d.schemas.Set(name, d.sent(o))
	}
	kind := contentJSON
	if o.Uploads {
		kind = contentFile
	}
	content := object(kind, object("schema", ref("schemas", name)))
	if o.Form != nil {
		d.schemas.Set(o.Form.Name, d.form(o.Form))
		content.Set(contentFile, object("schema", ref("schemas", o.Form.Name)))
	}
	return object("required", !o.BodyOptional(), "content", content)
}

// sent describes what is sent, as JSON or as a form with files.
func (d *document) sent(o *operation.Operation) *jsontree.Object {
	if o.Uploads {
		return d.form(o.In)
	}
	schema := d.plainValue(o.In, true)
	schema.Set("examples", []any{o.In.Example(true)})
	return schema
}

// form describes the fields of a form. Each member of a map is one, called name[key].
func (d *document) form(t *shape.Type) *jsontree.Object {
	properties, keyed, required := new(jsontree.Object), new(jsontree.Object), []any{}
	for _, f := range t.Fields {
		switch {
		case f.Type.Kind == shape.Map:
			member := explained(d.text(&shape.Field{Type: f.Type.Item, In: f.In}), f.Help)
			keyed.Set(`^`+f.Name+`\[.+\]$`, member)
			continue
		case f.Required:
			required = append(required, f.Name)
			properties.Set(f.Name, d.member(f, true))
		default:
			properties.Set(f.Name, explained(d.text(f), f.Help))
		}
	}
	schema := object("type", "object", "required", required, "properties", properties)
	if keyed.Len() > 0 {
		schema.Set("patternProperties", keyed)
	}
	return schema
}
