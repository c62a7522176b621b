package openapi

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

func (d *document) operation(resource endpoint.Resource, e endpoint.Endpoint) *jsontree.Object {
	s := shapeOf(e)
	o := object("operationId", operationID(resource.Surface, e), "summary", e.Summary, "description", description(resource, e), "tags",
		[]any{resource.Title})
	if e.Deprecated != nil {
		o.Set("deprecated", true)
	}
	if e.Operation != nil && e.Operation.IsOpen() {
		o.Set("security", []any{})
	}
	if list := parameters(s, e); len(list) > 0 {
		o.Set("parameters", list)
	}
	return d.described(o, e)
}

// described adds to an operation what is sent and what is answered.
func (d *document) described(o *jsontree.Object, e endpoint.Endpoint) *jsontree.Object {
	s := shapeOf(e)
	if s.body != "" {
		o.Set("requestBody", d.requestBody(s, e))
	}
	o.Set("responses", d.responses(s, e))
	var exact []any
	for _, status := range Statuses(e) {
		exact = append(exact, status)
	}
	o.Set("x-statuses", exact)
	if needs := e.Needs(); needs != access.Anyone {
		o.Set("x-permission", needs.Word())
		if needs == access.Own {
			o.Set("x-role", string(access.Owner))
		}
		o.Set("security", []any{object("bearer", []any{needs.Word()})})
	}
	if e.Method != http.MethodGet {
		o.Set("x-audit", e.AuditName())
	}
	return o
}

func deprecation(d *endpoint.Deprecation) string {
	return "Stops working on " + d.Cutoff.UTC().Format(time.DateOnly) + ". Use `" + d.Replacement + "` instead."
}

// operationID returns the name of a request in generated clients: listEvents, getEvent, showEarlierInstance.
func operationID(surface endpoint.Surface, e endpoint.Endpoint) string {
	verb, noun, _ := strings.Cut(string(e.Action), " ")
	switch {
	case surface == endpoint.B:
		noun = "earlier " + noun
	case e.Record == nil && noun == "":
		verb, noun = map[string]string{http.MethodGet: "get", http.MethodPost: "run"}[e.Method], verb
	case e.Action == endpoint.List, e.Action == endpoint.ExportCSV, e.Action == endpoint.ImportCSV:
		noun = e.Record.Plural()
	case noun == "":
		noun = e.Record.One
	}
	if e.Record == record.Jobs && strings.Contains(e.Path, "{instance}") {
		noun = "instance " + cmp.Or(noun, e.Record.One)
	}
	return verb + camel(noun)
}

// camel joins words, each with a capital: "event spawn" gives EventSpawn.
func camel(words string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(words) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
