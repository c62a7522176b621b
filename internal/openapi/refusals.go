package openapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// refusal is an answer without the result that was asked for, which many operations have in common.
type refusal struct {
	status, description string
	given               func(s outline, e endpoint.Endpoint) bool
}

func refusals() []refusal {
	return []refusal{
		{"304", "The client already has this response.", isTagged},
		{"400", "The body is incomplete, or the address is no valid text. Nothing was changed.", mayBeUnreadable},
		{"401", "There is no token, or it is not valid.", wantsToken},
		{"403", "The plan does not include the API, or the record is built in and cannot be written.", wantsToken},
		{"404", "You have no such record.", hasParams},
		{"409", "The first request with this Idempotency-Key is still running, or its response could not be kept.", takesKey},
		{"412", "The record has another entity tag. Nothing was changed.", isGuarded},
		{"413", "The body is too large.", readsBody},
		{"422", "Fields are not valid: `errors` says which. Nothing was changed.", isChecked},
		{"429", "There were too many requests in this minute.", always},
		{"500", "The server failed. Give its operator the X-Request-Id.", wantsToken},
		{"503", "The database does not respond, or the server is overloaded. Retry-After says when to try again.", wantsToken},
		{"507", "The server's disk is full. Reading and deleting still work.", writesDisk},
	}
}

// Statuses returns the exact statuses that an endpoint may answer with, in their order.
func Statuses(e endpoint.Endpoint) (list []int) {
	s := shapeOf(e)
	texts := []string{s.status}
	for _, own := range new(document).ownAnswers(e) {
		texts = append(texts, own.status)
	}
	for _, r := range refusals() {
		if r.given(s, e) {
			texts = append(texts, r.status)
		}
	}
	for _, text := range texts {
		status, _ := strconv.Atoi(text) // of this package
		list = append(list, status)
	}
	slices.Sort(list)
	return slices.Compact(list)
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

// readsBody reports whether the body of a request is read: that of a POST may say that it stands for another method.
func readsBody(s outline, e endpoint.Endpoint) bool {
	return hasBody(s, e) || e.Method == http.MethodPost
}

// isChecked reports whether what is sent may be refused: a body, parameters, or what stands at an address.
func isChecked(s outline, e endpoint.Endpoint) bool {
	if e.Action == endpoint.Delete {
		return e.Record == record.Maps // an instance may run it
	}
	return hasBody(s, e) || e.Operation != nil && e.Operation.Refuses || len(queryParameters(e)) > 0
}

// isTagged reports whether what is answered has an entity tag to ask for: what surface A reads, but the report on health.
func isTagged(s outline, e endpoint.Endpoint) bool {
	return e.Method == http.MethodGet && e.OnSurface() == endpoint.A && wantsToken(s, e) && (e.Operation == nil || !e.AnswersCSV())
}

// isGuarded reports whether a change can ask for the entity tag of the record.
func isGuarded(_ outline, e endpoint.Endpoint) bool {
	if e.Operation != nil {
		return e.Operation.Guarded
	}
	switch e.Action {
	case endpoint.Update, endpoint.Patch, endpoint.Delete:
		return true
	}
	return false
}

// takesKey reports whether a request may have an Idempotency-Key.
func takesKey(_ outline, e endpoint.Endpoint) bool {
	return e.TakesKey()
}

// refusalComponents are the two answers without a result, as operations refer to them: a request that is refused, and a server that fails.
func refusalComponents() *jsontree.Object {
	return object(
		"Refused",
		refusalOf("4", "The request is refused. Which of these statuses there are is said with each operation, in `x-statuses`.", "Not Found."),
		"Failed",
		refusalOf("5", "The server could not do it. Which of these statuses there are is said with each operation, in `x-statuses`.",
			"Server Error"),
	)
}

// refusalOf is the answer with any status that begins with a digit.
func refusalOf(digit, text, message string) *jsontree.Object {
	text += "\n"
	for _, r := range refusals() {
		if strings.HasPrefix(r.status, digit) {
			text += "\n- " + r.status + ": " + r.description
		}
	}
	media := object("schema", ref("schemas", "Error"), "example", object("message", message))
	return object("description", text, "content", object(contentJSON, media))
}
