package openapi

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// schema refers to the schema of a name, in which * stands for the record's, and makes it when it is not there.
func (d *document) schema(name string, r *record.Resource) *jsontree.Object {
	if name == "*Deletion" && len(r.Cascades) == 0 {
		name = "Deletion"
	}
	full := name
	if r != nil {
		full = strings.Replace(name, "*", nameOf(r), 1)
	}
	if !d.schemas.Has(full) {
		d.schemas.Set(full, d.build(name, r))
	}
	return ref("schemas", full)
}

// nameOf returns the name that the schemas of a resource begin with.
func nameOf(r *record.Resource) string { return camel(r.One) }

func (d *document) build(name string, r *record.Resource) *jsontree.Object {
	switch name {
	case "*":
		return d.record(r)
	case "*Response":
		return d.response(r)
	case "*List":
		return d.list(r)
	case "*Input":
		return d.input(r, true)
	case "*Patch":
		return d.input(r, false)
	case "*Deletion":
		return deletion(r)
	}
	panic("openapi: no schema is called " + name)
}

// record is a record as it is shown; nested fields may be left out.
func (d *document) record(r *record.Resource) *jsontree.Object {
	properties, names := d.shownAll(r.Fields)
	required := slices.DeleteFunc(names, func(name any) bool { return r.Field(name.(string)).Nested })
	example := parse(r.AppendJSON(nil, r.ExampleRow()))
	schema := object("type", "object", "description", r.About, "required", required, "properties", properties, "examples", []any{example})
	if r == record.Jobs {
		object, list := parse([]byte(shownKinds[record.Object])), parse([]byte(`{"type": "array", "items": {}}`)) // of a recipe: one entry a step
		result := schema.Object("properties").Object("result")
		result.Delete("type")
		result.Delete("additionalProperties")
		result.Set("anyOf", []any{object, list})
	}
	return schema
}

// response is a single record, which holds its nested fields.
func (d *document) response(r *record.Resource) *jsontree.Object {
	data := d.schema("*", r)
	if names := nested(r); len(names) > 0 {
		data.Set("required", values(names))
	}
	return object("type", "object", "required", []any{"data"}, "properties", object("data", data))
}

func (d *document) list(r *record.Resource) *jsontree.Object {
	return object("type", "object", "required", []any{"data", "links", "meta"}, "properties", object(
		"data", object("type", "array", "items", d.schema("*", r)),
		"links", ref("schemas", "PageLinks"),
		"meta", ref("schemas", "PageMeta"),
	))
}

// input is a body that makes or changes a record. With whole, what is required must be there.
func (d *document) input(r *record.Resource, whole bool) *jsontree.Object {
	properties, required := d.takenAll(r.Fields)
	schema := object("type", "object")
	if whole && len(required) > 0 {
		schema.Set("required", required)
	}
	schema.Set("properties", properties)
	schema.Set("examples", []any{r.ExampleBody()})
	return schema
}

// deletion says how many records of which resources went along.
func deletion(r *record.Resource) *jsontree.Object {
	counts := new(jsontree.Object)
	for _, along := range r.Cascades {
		counts.Set(record.Named(along.Resource).Path, object("type", "integer", "minimum", 1))
	}
	return object("type", "object", "required", []any{"result"}, "properties", object(
		"result", object("type", "boolean", "const", true),
		"deleted", object("type", "object", "properties", counts, "description", "Records that were deleted along with it, counted by resource."),
	))
}
