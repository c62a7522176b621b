// Package openapi describes the JSON APIs as an OpenAPI 3.1 document, derived from the table of endpoints and the declared
// records. What cannot be derived from them stands in components.json and info.md.
package openapi

import (
	_ "embed"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
)

//go:embed info.md
var about string

//go:embed components.json
var components []byte

// document is the description while it is made.
type document struct {
	paths   *jsontree.Object
	tags    []any
	groups  []any
	schemas *jsontree.Object
}

// Document describes the endpoints of surfaces A and B of a table, as JSON. The same table gives the same bytes.
// It panics when the table holds an action that is not described here.
func Document(table []endpoint.Group, version string) []byte {
	d, parts := describeAll(table)
	paths := hoist(d.paths, parts)
	return jsontree.AppendValue(nil, object(
		"openapi", "3.1.0",
		"info", info(version),
		"servers", []any{object("url", "/")},
		"security", []any{object("bearer", []any{})},
		"tags", d.tags,
		"x-tagGroups", d.groups,
		"paths", paths,
		"components", parts,
	))
}

// describeAll returns what is said of each operation by itself, and the components.
func describeAll(table []endpoint.Group) (d *document, parts *jsontree.Object) {
	parts = parse(components)
	d = &document{paths: new(jsontree.Object), schemas: parts.Object("schemas")}
	for _, group := range table {
		d.addGroup(group)
	}
	d.tags = append(d.tags, object("name", tablesTag, "description",
		"The records of any resource as a table, to change them in a spreadsheet."))
	d.groups = append(d.groups, object("name", tablesTag, "tags", []any{tablesTag}))
	d.addDocuments()
	parts.Set("responses", refusalComponents())
	parts.Set("requestBodies", new(jsontree.Object))
	return d, parts
}

func info(version string) *jsontree.Object {
	return object(
		"title", "Quartermaster",
		"version", version,
		"description", about,
		"contact", object("name", "The operator of this server"),
		"license", object("name", "Apache License 2.0", "identifier", "Apache-2.0"),
	)
}

func (d *document) addGroup(group endpoint.Group) {
	var tags []any
	for _, resource := range group.Resources {
		if resource.Surface != endpoint.C {
			d.addResource(resource)
			tags = append(tags, resource.Title)
		}
	}
	if len(tags) > 0 {
		d.groups = append(d.groups, object("name", group.Name, "tags", tags))
	}
}

func (d *document) addResource(resource endpoint.Resource) {
	d.tags = append(d.tags, object("name", resource.Title, "description", resource.About))
	for _, e := range resource.Endpoints {
		if isTable(e) {
			d.addTable(e)
			continue
		}
		d.path(e).Set(strings.ToLower(e.Method), d.operation(resource, e))
	}
}

// path returns the item of an endpoint's path, which several endpoints share.
func (d *document) path(e endpoint.Endpoint) *jsontree.Object {
	if item, there := d.paths.Get(e.Path); there {
		return item.(*jsontree.Object)
	}
	item := new(jsontree.Object)
	if list := pathParameters(e); len(list) > 0 {
		item.Set("parameters", list)
	}
	d.paths.Set(e.Path, item)
	return item
}
