package openapi

import (
	"slices"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
)

func (d *document) batchInput() *jsontree.Object {
	segments := make([]string, len(d.batchable))
	for i, r := range d.batchable {
		segments[i] = r.Path
	}
	slices.Sort(segments)
	d.schemas.Object("Operation").Object("properties").Set("resource", choice(segments))
	return object("type", "object", "required", []any{"operations"}, "properties", object(
		"operations", object("type", "array", "minItems", 1, "maxItems", endpoint.MaxOperations, "items", ref("schemas", "Operation")),
	))
}

// batchResult holds an outcome for each operation: the record as it is now, or what was deleted.
func (d *document) batchResult() *jsontree.Object {
	records := make([]any, len(d.batchable))
	for i, r := range d.batchable {
		records[i] = d.schema("*", r)
	}
	d.schemas.Object("Written").Object("properties").Set("data", object("anyOf", records))
	outcome := object("oneOf", []any{ref("schemas", "Written"), ref("schemas", "Deleted")})
	results := object("results", object("type", "array", "items", outcome))
	data := object("type", "object", "required", []any{"results"}, "properties", results)
	return object("type", "object", "required", []any{"data"}, "properties", object("data", data))
}
