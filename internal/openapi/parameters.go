package openapi

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// pathParameters are those of a path, by the names that it gives them.
func pathParameters(e endpoint.Endpoint) (list []any) {
	shared := map[string]string{
		"instance": "InstanceSid", "instance_sid": "EarlierInstanceSid", "path": "FilePath", "revision": "RevisionNumber", "log": "LogSid",
		"delivery": "DeliverySid", "document": "DocumentSlug", "preset": "PresetName",
		"member": "MemberSid", "invitation": "InvitationSid", "token": "TokenSid", "draft": "DraftSid", "layer": "LayerSid",
		"comment": "CommentSid",
		"bundle":  "BundleSid",
		"pack":    "PackSlug",
		"code":    "InvitationCode",
	}
	for _, name := range e.Params() {
		if component, there := shared[name]; there {
			list = append(list, ref("parameters", component))
			continue
		}
		if name != "resource" { // which each method describes
			list = append(list, recordParameter(name, e.Record))
		}
	}
	return list
}

// recordParameter names a record by its public identifier, or by the field that addresses of its resource may name.
func recordParameter(name string, r *record.Resource) *jsontree.Object {
	about, schema, example := "Public identifier of the "+r.One+".", ref("schemas", "Sid"), "aB3dE5fG7h"
	if f := r.Address(); f != nil {
		about, schema, example = "The "+f.Name+" of the record, or its public identifier.", object("type", "string"), f.In[0]
	}
	return object("name", name, "in", "path", "required", true, "description", about, "schema", schema, "example", example)
}

// parameters are those of the query and the headers.
func parameters(s outline, e endpoint.Endpoint) []any {
	list := queryParameters(e)
	if isGuarded(s, e) {
		list = append(list, ref("parameters", "IfMatch"))
	}
	if takesKey(s, e) {
		list = append(list, ref("parameters", "IdempotencyKey"))
	}
	return list
}

func queryParameters(e endpoint.Endpoint) []any {
	if e.Operation != nil {
		return operationParameters(e.Operation)
	}
	switch e.Action {
	case endpoint.List:
		return listParameters(e.Record)
	case endpoint.ExportCSV:
		return csvParameters(e)
	}
	return nil
}

// paged are the parameters of a list with pages, and those of the components that are named.
func paged(components ...string) []any {
	list := []any{ref("parameters", "Page"), ref("parameters", "PerPage")}
	for _, name := range components {
		list = append(list, ref("parameters", name))
	}
	return list
}

// isPaged reports whether an answer is a page of a list.
func isPaged(e endpoint.Endpoint) bool { return takes(e, "Page") }

// takes reports whether a request has a parameter of the components.
func takes(e endpoint.Endpoint, component string) bool {
	return slices.ContainsFunc(queryParameters(e), func(parameter any) bool {
		name, _ := parameter.(*jsontree.Object).Get("$ref")
		return name == "#/components/parameters/"+component
	})
}

func listParameters(r *record.Resource) []any {
	list := paged("Filter")
	if len(r.Search) > 0 {
		list = append(list, ref("parameters", "Search"))
	}
	for _, f := range r.Filters {
		list = append(list, query(f.Param, filterText(f), filterSchema(r, f)))
	}
	list = append(list, query("sort", "Field to sort by, with - in front for descending order; "+cmp.Or(r.Listed, "by id")+" otherwise.",
		sortSchema(r)))
	if names := nested(r); len(names) > 0 {
		list = append(list, include("Nested fields to include in the list.", names))
	}
	return list
}

// csvParameters are those of a list but for include: CSV has all columns that it can have. Those of any list are those that all have.
func csvParameters(e endpoint.Endpoint) []any {
	if e.Path == PathOf(e) {
		return tableParameters()
	}
	return slices.DeleteFunc(listParameters(e.Record), func(parameter any) bool {
		name, _ := parameter.(*jsontree.Object).Get("name")
		return name == "include"
	})
}

func query(name, description string, schema *jsontree.Object) *jsontree.Object {
	return object("name", name, "in", "query", "description", description, "schema", schema, "example", exampleOf(schema))
}

// exampleOf is a value of the schema of a parameter.
func exampleOf(schema *jsontree.Object) any {
	if choices, there := schema.Get("enum"); there {
		return choices.([]any)[0]
	}
	switch kind, _ := schema.Get("type"); kind {
	case "integer":
		return 1
	case "array":
		return []any{exampleOf(schema.Object("items"))}
	}
	return "AKM"
}

func filterText(f record.Filter) string {
	switch {
	case f.Ref != "":
		return "Only those with this id of one of the " + record.Named(f.Ref).Plural() + "."
	case f.Cases["1"] != "":
		return "1 for those that are " + f.Param + " only, 0 for the others."
	}
	return "Only those with this " + strings.ReplaceAll(f.Param, "_", " ") + "."
}

func filterSchema(r *record.Resource, f record.Filter) *jsontree.Object {
	switch {
	case f.Ref != "":
		return object("type", "integer")
	case f.Cases != nil:
		return choice(slices.Sorted(maps.Keys(f.Cases)))
	case len(r.Field(f.Param).In) > 0:
		return choice(r.Field(f.Param).In)
	}
	return object("type", "string")
}

// sortSchema names the fields that hold one value, up and down.
func sortSchema(r *record.Resource) *jsontree.Object {
	var names []string
	for _, f := range r.Fields {
		if f.Flat() {
			names = append(names, f.Name, "-"+f.Name)
		}
	}
	return choice(names)
}

// nested names the fields that a list holds on demand.
func nested(r *record.Resource) (names []string) {
	for _, f := range r.Fields {
		if f.Nested && f.Shown() {
			names = append(names, f.Name)
		}
	}
	return names
}

func include(description string, names []string) *jsontree.Object {
	return joined(query("include", description, object("type", "array", "items", choice(names))))
}

// joined says of a parameter that its values stand with commas between them.
func joined(parameter *jsontree.Object) *jsontree.Object {
	parameter.Set("style", "form")
	parameter.Set("explode", false)
	return parameter
}

// choice is one of some texts.
func choice(texts []string) *jsontree.Object {
	return object("type", "string", "enum", values(texts))
}

// values turns texts into members of a list.
func values(texts []string) []any {
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}
