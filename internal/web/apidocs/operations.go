package apidocs

import (
	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
)

// showOperation fills the example of an operation, from its declaration.
func showOperation(x *exampleCall, e endpoint.Endpoint) {
	o := e.Operation
	var options []string
	switch {
	case o.Uploads:
		options = formOptions(o)
	case o.Fields != nil && o.Partial:
		options = sending(changeOf(o.Fields))
	case o.Fields != nil:
		options = sending(o.Fields.ExampleBody())
	case o.HasBody():
		options = sending(o.In.Example(true).(*jsontree.Object))
	case o.Method == "POST":
		options = []string{"-X POST"}
	}
	switch o.Answers {
	case operation.Exported:
		options = append(options, "-OJ")
	case operation.Watched:
		options = append(options, "-N")
	}
	x.Request = curl(e, o.Query, options...)
	if o.Creates {
		x.Status = "201 Created"
	}
	switch o.Answers {
	case operation.Deleted:
		x.Answer = indented([]byte(`{"result":true}`))
	case operation.Watched:
		x.Status = "200 OK, events until it ends"
	case operation.Exported:
		x.Status = "200 OK, the file itself"
	case operation.Paged:
		x.Answer = pagedAnswer(e, exampleText(o.Out.Example(false)))
	case operation.Pages:
		x.Answer = pagedAnswer(e, "["+exampleData(o)+"]")
	case operation.Entries:
		x.Answer = indented([]byte(`{"data":[` + exampleData(o) + `]}`))
	case operation.EarlierPage:
		x.Answer = earlierPage(e, exampleData(o))
	case operation.Bare:
		x.Answer = indented([]byte(exampleData(o)))
	default:
		x.Answer = indented([]byte(`{"data":` + exampleData(o) + `}`))
	}
}

func exampleText(value any) string { return string(jsontree.AppendValue(nil, value)) }

// formOptions send the fields of the example as a form, the files last.
func formOptions(o *operation.Operation) (options []string) {
	var files []string
	for _, f := range o.In.Fields {
		switch {
		case f.Type.Item != nil && f.Type.Item.Kind == shape.Bytes:
			for _, one := range jsontree.Members(f.ExampleValue(true)) {
				files = append(files, "-F '"+f.Name+"=@"+validate.Text(one)+"'")
			}
		case f.Example != "":
			options = append(options, "-F "+f.Name+"="+f.Example)
		}
	}
	return append(options, files...)
}

// exampleData is an example of the data that an operation answers, of a list one of its entries.
func exampleData(o *operation.Operation) string {
	if o.Shown != "" {
		return o.Shown
	}
	example := o.Out.Example(false)
	if entry, is := example.(*jsontree.Object); is && (o.Answers == operation.Pages || o.Answers == operation.Entries) {
		for _, f := range o.Out.Fields {
			if f.Omit { // lists leave it out
				entry.Delete(f.Name)
			}
		}
	}
	return exampleText(example)
}
