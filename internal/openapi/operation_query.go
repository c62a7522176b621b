package openapi

import (
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/shape"
)

// operationParameters are those of the query.
func operationParameters(o *operation.Operation) (list []any) {
	if o.Lists != nil {
		return listParameters(o.Lists)
	}
	switch o.Answers {
	case operation.EarlierPage:
		list = []any{ref("parameters", "Page")}
	case operation.Pages, operation.Paged:
		list = paged("Filter")
	case operation.Entries, operation.Exported:
		if o.Filter != nil {
			list = []any{ref("parameters", "Filter")}
		}
	}
	if o.In == nil {
		return list
	}
	for _, f := range o.In.Fields {
		if !f.Hidden && (f.Query || o.Reads()) {
			list = append(list, parameterFrom(f))
		}
	}
	return list
}

func parameterFrom(f *shape.Field) *jsontree.Object {
	p := object("name", f.Name, "in", "query", "description", f.Help, "schema", new(document).text(f), "example", f.ExampleValue(true))
	switch f.Type.Kind {
	case shape.Bool:
		p.Set("example", "1")
	case shape.List:
		joined(p)
	}
	if f.Required {
		p.Set("required", true)
	}
	return p
}

// text describes a field that is sent as text, in the query or in a form.
func (d *document) text(f *shape.Field) *jsontree.Object {
	if f.Type.Kind == shape.Bool {
		return choice([]string{"0", "1"})
	}
	return d.member(&shape.Field{Type: f.Type, In: f.In, Min: f.Min, Max: f.Max, SID: f.SID, Query: true}, true)
}
