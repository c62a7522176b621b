package openapi

import (
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/problem"
	"quartermaster/internal/record"
)

// The types of contents.
const (
	contentJSON = "application/json"
	contentCSV  = "text/csv"
	contentForm = "application/x-www-form-urlencoded"
	contentFile = "multipart/form-data"
	contentAny  = "*/*"
)

// responses are all answers of an operation: what was asked for, and what may be wrong.
func (d *document) responses(s outline, e endpoint.Endpoint) *jsontree.Object {
	all := new(jsontree.Object)
	all.Set(s.status, d.success(s, e))
	for _, r := range refusals() {
		if r.given(s, e) {
			all.Set(r.status, ref("responses", r.status))
		}
	}
	if e.Operation != nil {
		d.addResponses(all, e.Operation)
	}
	switch e.Action {
	case endpoint.ImportFiles:
		all.Set("202", d.queued())
		all.Set("413", refused("The body is too large, or the plan has no room for the files.", anyOf("Error", "LimitError")))
		all.Set("422", refused("The request is not valid, or every file failed.", ref("schemas", "ImportError")))
	case endpoint.CancelJob:
		all.Set("409", refused("The job has already ended.", ref("schemas", "Error")))
	case endpoint.DownloadFile, endpoint.DownloadZip:
		all.Set("413", refused("The plan has no room for the file, which would be stored.", ref("schemas", "LimitError")))
	}
	for _, response := range all.All() {
		if headers := response.(*jsontree.Object).Object("headers"); headers != nil && headers.Len() == 0 {
			response.(*jsontree.Object).Delete("headers")
		}
	}
	return all
}

// addResponses adds the answers of an operation that others do not have.
func (d *document) addResponses(all *jsontree.Object, o *operation.Operation) {
	if o.Queues {
		all.Set("202", d.queued(o.Makes...))
	}
	if o.Conflict != "" {
		all.Set("409", refused(o.Conflict, d.conflict(o)))
	}
	if o.Failing != "" {
		all.Set("503", refused(o.Failing, d.operationAnswer(o)))
	}
	if o.Shared {
		d.share(all, o)
	}
}

func (d *document) conflict(o *operation.Operation) *jsontree.Object {
	if o.Conflicting == nil {
		return ref("schemas", "Error")
	}
	return object("anyOf", []any{d.value(o.Conflicting, false), ref("schemas", "Error")})
}

// share moves the answers of an operation to the components, where others of its name find them.
func (d *document) share(all *jsontree.Object, o *operation.Operation) {
	for status, response := range all.All() {
		if response.(*jsontree.Object).Has("$ref") {
			continue
		}
		name := camel(o.Name) + status
		d.common.Set(name, response)
		all.Set(status, ref("responses", name))
	}
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
	headers := o.Object("headers")
	if isPaged(e) {
		headers.Set("Link", ref("headers", "PageLink"))
	}
	if isTagged(s, e) || s.answer == "*Response" || e.Operation != nil && e.Operation.Tags {
		headers.Set("ETag", ref("headers", "ETag"))
	}
	if isList(e) {
		headers.Set("Preference-Applied", ref("headers", "PreferenceApplied"))
	}
	if takesKey(s, e) {
		headers.Set("Idempotent-Replayed", ref("headers", "IdempotentReplayed"))
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
	o := answer("It has become a job.", object("type", "object", "required", []any{"data"}, "properties", object("data", data)))
	o.Object("headers").Set("Location", ref("headers", "Location"))
	return o
}

// answer is a response of a JSON schema; nil leaves the content open.
func answer(description string, schema *jsontree.Object) *jsontree.Object {
	o := object("description", description, "headers", new(jsontree.Object), "content", new(jsontree.Object))
	if schema != nil {
		setContent(o, contentJSON, object("schema", schema))
	}
	return o
}

// refused is a response that says what is wrong, by a schema or, for clients that accept it, as a problem.
func refused(description string, schema *jsontree.Object) *jsontree.Object {
	o := answer(description, schema)
	setProblem(o)
	return o
}

// setProblem adds the content of RFC 9457 to a response.
func setProblem(response *jsontree.Object) {
	setContent(response, problem.ContentType, object("schema", ref("schemas", "Problem")))
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
