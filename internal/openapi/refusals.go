package openapi

import (
	"net/http"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
)

// refusal is an answer without the result that was asked for, which many operations have in common.
type refusal struct {
	status, description string
	schema, message     string // of the body; empty when there is none, or when messages differ
	given               func(s outline, e endpoint.Endpoint) bool
}

func refusals() []refusal {
	return []refusal{
		{"304", "The client already has this response.", "", "", isTagged},
		{"400", "The body is incomplete, or the address is no valid text. Nothing was changed.", "Error", "", mayBeUnreadable},
		{"401", "There is no token, or it is not valid.", "Error", "Unauthenticated.", wantsToken},
		{"403", "The plan does not include the API, or the record is built in and cannot be written.", "Error", "This action is unauthorized.", wantsToken},
		{"404", "You have no such record.", "Error", "Not Found.", hasParams},
		{"409", "The first request with this Idempotency-Key is still running, or its response could not be kept.", "Error", "", takesKey},
		{"412", "The record has another entity tag. Nothing was changed.", "Error", "Precondition Failed.", isGuarded},
		{"413", "The body is too large.", "Error", "The POST data is too large.", hasBody},
		{"422", "Fields are not valid. Nothing was changed.", "ValidationError", "", isChecked},
		{"429", "There were too many requests in this minute.", "Error", "Too Many Attempts.", always},
		{"500", "The server failed. Give its operator the X-Request-Id.", "Error", "Server Error", wantsToken},
		{"503", "The database does not respond, or the server is overloaded. Retry-After says when to try again.", "Error", "", wantsToken},
		{"507", "The server's disk is full. Reading and deleting still work.", "Error", "", writesDisk},
	}
}

func always(outline, endpoint.Endpoint) bool { return true }

func wantsToken(_ outline, e endpoint.Endpoint) bool {
	return e.Operation == nil || !e.Operation.IsOpen()
}

// writesDisk reports whether an answer needs room on the server's disk: a change does, and a token may.
func writesDisk(s outline, e endpoint.Endpoint) bool {
	return wantsToken(s, e) && e.Method != http.MethodGet
}

// mayBeUnreadable reports whether a request has a body that is read to its end, or an address with more than fixed words.
func mayBeUnreadable(s outline, e endpoint.Endpoint) bool {
	return e.Method != http.MethodGet || hasParams(s, e)
}

func hasParams(_ outline, e endpoint.Endpoint) bool { return len(e.Params()) > 0 }

func hasBody(s outline, _ endpoint.Endpoint) bool { return s.body != "" }

// isChecked reports whether what is sent may be refused: a body, parameters, or what stands at an address.
func isChecked(s outline, e endpoint.Endpoint) bool {
	switch e.Action {
	case endpoint.GetText, endpoint.DeleteText:
		return true
	case endpoint.Delete:
		return e.Record == record.Maps // an instance may run it
	}
	if e.Operation != nil && !hasBody(s, e) {
		return e.Operation.Refuses || e.Operation.Answers != operation.EarlierPage && len(queryParameters(e)) > 0 // which takes any parameters
	}
	return hasBody(s, e) || len(queryParameters(e)) > 0
}

// isTagged reports whether what is answered has an entity tag to ask for: what surface A reads, but the report on health.
func isTagged(s outline, e endpoint.Endpoint) bool {
	return e.Method == http.MethodGet && e.OnSurface() == endpoint.A && wantsToken(s, e) && !e.AnswersCSV()
}

// isGuarded reports whether a change can ask for the entity tag of the record.
func isGuarded(_ outline, e endpoint.Endpoint) bool {
	if e.Operation != nil {
		return e.Operation.Guarded
	}
	switch e.Action {
	case endpoint.Update, endpoint.Patch, endpoint.Delete, endpoint.SaveText, endpoint.RenameText, endpoint.DeleteText:
		return true
	}
	return false
}

// takesKey reports whether a request may have an Idempotency-Key.
func takesKey(_ outline, e endpoint.Endpoint) bool {
	return e.TakesKey()
}

// refusalComponents are the refusals by status, as operations refer to them.
func refusalComponents() *jsontree.Object {
	all := new(jsontree.Object)
	for _, r := range refusals() {
		all.Set(r.status, r.response())
	}
	return all
}

func (r refusal) response() *jsontree.Object {
	o := object("description", r.description)
	if headers := r.headers(); headers.Len() > 0 {
		o.Set("headers", headers)
	}
	if r.schema == "" {
		return o
	}
	media := object("schema", ref("schemas", r.schema))
	if r.message != "" {
		media.Set("example", object("message", r.message))
	}
	o.Set("content", object(contentJSON, media))
	setProblem(o)
	return o
}

// headers are those of a refusal. How many requests are left is told with all answers, and described with that of whom has none.
func (r refusal) headers() *jsontree.Object {
	headers := new(jsontree.Object)
	switch r.status {
	case "304":
		headers.Set("ETag", ref("headers", "ETag"))
	case "503":
		headers.Set("Retry-After", ref("headers", "RetryAfter"))
	case "429":
		headers = rateHeaders()
		headers.Set("X-RateLimit-Reset", ref("headers", "RateReset"))
		headers.Set("Retry-After", ref("headers", "RetryAfter"))
	}
	return headers
}

func rateHeaders() *jsontree.Object {
	return object(
		"RateLimit", ref("headers", "Quota"), "RateLimit-Policy", ref("headers", "QuotaPolicy"),
		"X-RateLimit-Limit", ref("headers", "RateLimit"), "X-RateLimit-Remaining", ref("headers", "RateRemaining"),
	)
}
