package openapi

import (
	"fmt"
	"slices"
	"strings"

	gamedocument "quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// documentValues is the schema of the values of any document.
const documentValues = "DocumentValues"

// addDocuments adds a schema for the values of each document, and lets answers hold one of them.
func (d *document) addDocuments() {
	var choices []any
	for _, one := range gamedocument.All() {
		name := valuesName(one.Slug)
		d.schemas.Set(name, object(
			"type", "object", "title", one.Title, "description",
			"The values of the document `"+one.Slug+"`. "+one.About+" A file may hold more keys, which come as they stand there.",
			"properties", properties(one.Fields(), nil),
		))
		choices = append(choices, ref("schemas", name))
	}
	if d.schemas.Has(documentValues) {
		inferred := object("type", "array", "items", new(jsontree.Object), "description", "The values of a file that is a list as a whole.")
		d.schemas.Set(documentValues, object("anyOf", append(choices, inferred, object("type", "null"))))
	}
}

// valuesName returns the name of the schema of a document's values: EventGroupsValues for event-groups.
func valuesName(slug string) string {
	var name strings.Builder
	for word := range strings.SplitSeq(slug, "-") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String() + "Values"
}

// properties describes the fields of an object. around are those of the objects that it is in.
func properties(fields []*expansion.Field, around []*expansion.Field) *jsontree.Object {
	all := new(jsontree.Object)
	for _, f := range fields {
		all.Set(f.Name, valueSchema(f, around))
	}
	return all
}

func valueSchema(f *expansion.Field, around []*expansion.Field) *jsontree.Object {
	one := memberSchema(f, around)
	if f.Shape == expansion.MapLists {
		one = object("type", "array", "items", one)
	}
	switch f.Shape {
	case expansion.List:
		one = object("type", "array", "items", one)
	case expansion.Map, expansion.MapLists:
		one = object("type", "object", "additionalProperties", one)
	}
	if text := valueText(f); text != "" {
		one.Set("description", text)
	}
	if f.Removed != 0 {
		one.Set("deprecated", true)
	}
	return one
}

// memberSchema describes one value. A sort of object that is in itself ends there.
func memberSchema(f *expansion.Field, around []*expansion.Field) *jsontree.Object {
	switch f.Type {
	case expansion.Bool:
		return object("anyOf", []any{object("type", "boolean"), object("type", "integer")})
	case expansion.Int, expansion.Enum:
		return object("type", "integer")
	case expansion.Float:
		return object("type", "number", "format", "double")
	case expansion.String:
		return object("type", "string")
	case expansion.Vector:
		return object("type", "array", "items", object("type", "number", "format", "double"), "minItems", 3, "maxItems", 3)
	case expansion.Object:
		if len(f.Fields) == 0 || slices.Contains(around, f.Fields[0]) {
			return object("type", "object", "additionalProperties", true)
		}
		return object("type", "object", "properties", properties(f.Fields, append(slices.Clone(around), f.Fields...)))
	}
	return new(jsontree.Object)
}

// valueText says what a value is. Bounds and choices are words: a file may hold others, which come as they are.
func valueText(f *expansion.Field) string {
	parts := []string{f.Label + "."}
	if f.Help != "" {
		parts = append(parts, f.Help)
	}
	if f.Unit != "" {
		parts = append(parts, "Unit: "+f.Unit+".")
	}
	if f.Min != nil && f.Max != nil {
		parts = append(parts, fmt.Sprintf("From %v to %v.", *f.Min, *f.Max))
	}
	var choices []string
	for _, c := range f.Choices {
		choices = append(choices, fmt.Sprintf("%s %s", jsontree.AppendValue(nil, c.Value), c.Label))
	}
	if len(choices) > 0 {
		parts = append(parts, "One of: "+strings.Join(choices, "; ")+".")
	}
	if f.Default != nil && f.Type != expansion.Object {
		parts = append(parts, "Default: "+string(jsontree.AppendValue(nil, f.Default))+".")
	}
	return strings.Join(parts, " ")
}
