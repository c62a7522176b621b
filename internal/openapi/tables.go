package openapi

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
)

// PathOf returns the path that describes an endpoint. Addresses for CSV, which all resources have in common, are described once.
func PathOf(e endpoint.Endpoint) string {
	if isTable(e) {
		return path.Dir(e.Path) + "/{resource}.csv"
	}
	return e.Path
}

// isTable reports whether an endpoint answers or takes the records of a resource as CSV.
func isTable(e endpoint.Endpoint) bool {
	return e.Action == endpoint.ExportCSV || e.Action == endpoint.ImportCSV
}

// tablesTag is what the operations on CSV belong to.
const tablesTag = "CSV"

// addTable describes an address for CSV, or adds the name of a resource to one that is described.
func (d *document) addTable(e endpoint.Endpoint) {
	name, method := strings.TrimSuffix(path.Base(e.Path), ".csv"), strings.ToLower(e.Method)
	e.Path = PathOf(e)
	item := d.path(e)
	if !item.Has(method) {
		item.Set(method, d.table(e))
	}
	resource := item.Object(method).Objects("parameters")[0]
	resource.Set("example", name)
	schema := resource.Object("schema")
	schema.Set("enum", append(schema.List("enum"), name))
}

// table describes what is done with the CSV of any resource.
func (d *document) table(e endpoint.Endpoint) *jsontree.Object {
	verb, about := "export", "The records that the list of a resource finds, as CSV: a line for each, of all of them where no page is named. "+
		"It takes what the list takes, but `include`. Nested lists, lists of texts or numbers, and objects have no column."
	if e.Action == endpoint.ImportCSV {
		verb, about = "import", "Changes the records that the lines name, by `sid` or by the fields that tell records apart, and creates the "+
			"others: all of them, or none. Errors name the line, such as `rows.5.nominal`; the header is line 1."
	}
	resource := object("name", "resource", "in", "path", "required", true, "description",
		"What the resource is called in the address of its list.",
		"schema", object("type", "string", "enum", []any{}))
	o := object("operationId", verb+tableNoun(e)+"Records", "summary", capital(verb)+" records as CSV.", "description", about, "tags",
		[]any{tablesTag})
	o.Set("parameters", append([]any{resource}, parameters(shapeOf(e), e)...))
	return d.described(o, e)
}

// tableNoun says whose records an address for CSV has.
func tableNoun(e endpoint.Endpoint) string {
	switch {
	case strings.Contains(e.Path, "/expansion/"):
		return "Expansion"
	case slices.Contains(e.Params(), "instance"):
		return "Instance"
	}
	return ""
}

// tableParameters are those of every list.
func tableParameters() []any {
	sort := object("name", "sort", "in", "query", "description", "Field to sort by, with - in front for descending order.", "schema",
		object("type", "string"), "example", "-id")
	return append(paged("Filter", "Search"), sort)
}
