package openapi

import (
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
)

// The types of contents.
const (
	contentJSON = "application/json"
	contentCSV  = "text/csv"
	contentFile = "multipart/form-data"
	contentAny  = "*/*"
	contentSSE  = "text/event-stream"
)

// responses are all answers of an operation: what was asked for, and what may be wrong.
func (d *document) responses(s outline, e endpoint.Endpoint) *jsontree.Object {
	all := new(jsontree.Object)
	all.Set(s.status, d.success(s, e))
	for _, own := range d.ownAnswers(e) {
		all.Set(own.status, own.describe())
	}
	all.Set("4XX", ref("responses", "Refused"))
	all.Set("5XX", ref("responses", "Failed"))
	return all
}

// ownAnswer is one that few operations have, and that is described with each.
type ownAnswer struct {
	status   string
	describe func() *jsontree.Object
}

func (d *document) ownAnswers(e endpoint.Endpoint) (list []ownAnswer) {
	add := func(status, text string, schema func() *jsontree.Object) {
		list = append(list, ownAnswer{status, func() *jsontree.Object { return answer(text, schema()) }})
	}
	o := e.Operation
	if o == nil {
		return list
	}
	if o.Queues {
		list = append(list, ownAnswer{"202", func() *jsontree.Object { return d.queued(o.Makes...) }})
	}
	if o.Conflict != "" {
		add("409", o.Conflict, func() *jsontree.Object { return d.conflict(o) })
	}
	if o.Unavailable != "" {
		add("503", o.Unavailable, func() *jsontree.Object { return d.operationAnswer(o) })
	}
	if o.Stores != "" {
		add("413", o.Stores, func() *jsontree.Object { return noRoom(o) })
	}
	if o.FailsWith != nil {
		add("422", o.Fails, func() *jsontree.Object { return d.failed(o) })
	}
	return list
}

func anError() *jsontree.Object { return ref("schemas", "Error") }

// noRoom is the body of a 413 where the plan has a part in it.
func noRoom(o *operation.Operation) *jsontree.Object {
	if o.HasBody() {
		return anyOf("Error", "LimitError")
	}
	return ref("schemas", "LimitError")
}

// failed describes what is wrong, with the data that the answer may have.
func (d *document) failed(o *operation.Operation) *jsontree.Object {
	data := d.value(o.FailsWith, false)
	data.Set("description", "As in the answer that was asked for; absent if the request itself is not valid.")
	return object("type", "object", "required", []any{"message", "errors"}, "properties", object(
		"message", object("type", "string", "description", "The first of the messages."), "errors", ref("schemas", "FieldErrors"), "data", data,
	))
}

func (d *document) conflict(o *operation.Operation) *jsontree.Object {
	if o.Conflicting == nil {
		return anError()
	}
	return object("anyOf", []any{d.value(o.Conflicting, false), anError()})
}

func (d *document) success(s outline, e endpoint.Endpoint) *jsontree.Object {
	o := answer(map[string]string{"200": "Success.", "201": "Created."}[s.status], nil)
	switch {
	case s.file != "":
		setContent(o, s.file, contentOf(s.file))
	case e.Operation != nil:
		d.setAnswers(o, e.Operation)
	default:
		setContent(o, contentJSON, object("schema", d.schema(s.answer, e.Record)))
	}
	return o
}

// contentOf describes a file of a type: text, bytes, or anything.
func contentOf(kind string) *jsontree.Object {
	switch {
	case kind == contentAny:
		return object("schema", object("description", "The file itself."))
	case strings.HasPrefix(kind, "text/"):
		return object("schema", object("type", "string"))
	}
	return object("schema", object("type", "string", "format", "binary"))
}

// queued is the answer of a request that has become a job: its fields, and for clients of earlier versions the same as a member. More
// are the names of what else it makes, by public identifier.
func (d *document) queued(more ...string) *jsontree.Object {
	data := d.record(record.Jobs)
	data.Object("properties").Set("job", d.schema("*", record.Jobs))
	data.Object("properties").Set("url", object("type", "string", "format", "uri", "description", "Where the job is, among all of yours."))
	data.Set("required", append(data.List("required"), "job", "url"))
	for _, name := range more {
		data.Object("properties").Set(name, ref("schemas", "Sid"))
		data.Set("required", append(data.List("required"), name))
	}
	data.Delete("examples")
	return answer("It has become a job, whose URL is in the header Location too.", object("type", "object", "required", []any{"data"},
		"properties", object("data", data)))
}

// answer is a response of a JSON schema; nil leaves the content open.
func answer(description string, schema *jsontree.Object) *jsontree.Object {
	o := object("description", description, "content", new(jsontree.Object))
	if schema != nil {
		setContent(o, contentJSON, object("schema", schema))
	}
	return o
}

func anyOf(schemas ...string) *jsontree.Object {
	list := make([]any, len(schemas))
	for i, name := range schemas {
		list[i] = ref("schemas", name)
	}
	return object("anyOf", list)
}

func setContent(response *jsontree.Object, kind string, media *jsontree.Object) {
	response.Object("content").Set(kind, media)
}

// setAnswers describes the answer of an operation that has worked: JSON where it has that, since CSV beside it has a path of its own.
func (d *document) setAnswers(response *jsontree.Object, o *operation.Operation) {
	switch {
	case o.Answers == operation.Watched:
		setContent(response, contentSSE, contentOf(contentSSE))
	case o.Answers != operation.Exported || o.Out != nil:
		setContent(response, contentJSON, object("schema", d.operationAnswer(o)))
	default:
		for _, kind := range o.Exports {
			setContent(response, kind, contentOf(kind))
		}
	}
}

// operationAnswer describes what an operation answers when it has worked.
func (d *document) operationAnswer(o *operation.Operation) *jsontree.Object {
	if o.Answers == operation.Deleted {
		return d.schema("Deletion", nil)
	}
	if o.Answers == operation.Data && o.Out.Record != nil && o.Out.Fields == nil {
		return d.schema("*Response", o.Out.Record)
	}
	data := d.value(o.Out, false)
	switch o.Answers {
	case operation.Bare:
		return data
	case operation.EarlierPage:
		return ref("schemas", "InstancePage") // the only one
	case operation.Entries, operation.Pages:
		data = object("type", "array", "items", data)
	}
	all := object("type", "object", "required", []any{"data"}, "properties", object("data", data))
	if o.Answers == operation.Pages || o.Answers == operation.Paged {
		all.Set("required", []any{"data", "links", "meta"})
		all.Object("properties").Set("links", ref("schemas", "PageLinks"))
		all.Object("properties").Set("meta", ref("schemas", "PageMeta"))
	}
	return all
}
