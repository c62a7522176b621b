package openapi

import (
	"fmt"
	"math"
	"strconv"
	"sync"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
)

// Parameter is one of a query, with what it may be.
type Parameter struct {
	Name     string
	Choices  []string // nil where other texts are allowed
	IsNumber bool
	Min, Max int64
}

// ListQuery returns the parameters that a request for a list takes, nil for other requests.
func ListQuery(e endpoint.Endpoint) (list []Parameter) {
	if !isList(e) {
		return nil
	}
	for _, parameter := range queryParameters(e) {
		list = append(list, parameterOf(resolved(parameter.(*jsontree.Object))))
	}
	return list
}

// isList reports whether a request asks for a list that can be narrowed down or paged.
func isList(e endpoint.Endpoint) bool { return takes(e, "Filter") || isPaged(e) }

func parameterOf(o *jsontree.Object) Parameter {
	schema := o.Object("schema")
	p := Parameter{Name: o.Text("name"), IsNumber: schema.Text("type") == "integer"}
	p.Min, p.Max = limit(schema, "minimum", math.MinInt64), limit(schema, "maximum", math.MaxInt64)
	if items := schema.Object("items"); items != nil {
		schema = items
	}
	choices, _ := schema.Get("enum")
	for _, choice := range jsontree.Members(choices) {
		p.Choices = append(p.Choices, fmt.Sprint(choice))
	}
	return p
}

func limit(schema *jsontree.Object, name string, none int64) int64 {
	value, _ := schema.Get(name)
	n, err := strconv.ParseInt(fmt.Sprint(value), 10, 64)
	if err != nil {
		return none
	}
	return n
}

var parsedComponents = sync.OnceValue(func() *jsontree.Object {
	tree, _ := jsontree.Parse(components) // a test reads the document
	all, _ := tree.(*jsontree.Object)
	return all
})

// resolved returns the parameter itself where it stands in the components.
func resolved(parameter *jsontree.Object) *jsontree.Object {
	const at = "#/components/parameters/"
	if name := parameter.Text("$ref"); name != "" {
		return parsedComponents().Object("parameters").Object(name[len(at):])
	}
	return parameter
}
