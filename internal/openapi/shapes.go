package openapi

import "quartermaster/internal/endpoint"

// outline describes the body of a request of an action and its successful answer. In the names of
// schemas, * stands for that of the record.
type outline struct {
	status string
	answer string // name of the schema
	file   string // type of the content, when a file is answered
	body   string // name of the schema; empty when the request has no body
}

// csvBody stands for the name of a schema where the body is CSV.
const csvBody = contentCSV

var shapes = map[endpoint.Action]outline{
	endpoint.List:   {status: "200", answer: "*List"},
	endpoint.Get:    {status: "200", answer: "*Response"},
	endpoint.Create: {status: "201", answer: "*Response", body: "*Input"},
	endpoint.Update: {status: "200", answer: "*Response", body: "*Input"},
	endpoint.Patch:  {status: "200", answer: "*Response", body: "*Patch"},
	endpoint.Delete: {status: "200", answer: "*Deletion"},

	endpoint.ExportCSV: {status: "200", file: contentCSV},
	endpoint.ImportCSV: {status: "200", answer: "RowCounts", body: csvBody},
}

// shapeOf describes a request by its operation, or by its action.
func shapeOf(e endpoint.Endpoint) outline {
	if o := e.Operation; o != nil {
		s := outline{status: "200"}
		if o.Creates {
			s.status = "201"
		}
		if o.HasBody() {
			s.body = bodyName(o)
		}
		return s
	}
	s, known := shapes[e.Action]
	if !known {
		panic("openapi: the action " + string(e.Action) + " is not described")
	}
	return s
}
