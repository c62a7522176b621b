package apidocs

import (
	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
)

// showOperation fills the example of an operation, from its declaration.
func showOperation(x *exampleCall, e endpoint.Endpoint) {
	o := e.Operation
	var options []string
	switch {
	case o.HasBody():
		options = sending(o.In.Example(true).(*jsontree.Object))
	case o.Method == "POST":
		options = []string{"-X POST"}
	}
	if o.Answers == operation.Exported {
		options = append(options, "-OJ")
	}
	x.Request = curl(e, o.Query, options...)
	switch o.Answers {
	case operation.Deleted:
		x.Answer = indented([]byte(`{"result":true}`))
	case operation.Exported:
		x.Status = "200 OK, the file itself"
	case operation.Paged:
		x.Answer = pagedAnswer(e, exampleText(o.Out.Example(false)))
	case operation.Pages:
		x.Answer = pagedAnswer(e, "["+exampleText(o.Out.Example(false))+"]")
	case operation.Entries:
		x.Answer = indented([]byte(`{"data":[` + exampleText(o.Out.Example(false)) + `]}`))
	default:
		x.Answer = indented([]byte(`{"data":` + exampleText(o.Out.Example(false)) + `}`))
	}
}

func exampleText(value any) string { return string(jsontree.AppendValue(nil, value)) }
