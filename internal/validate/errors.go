package validate

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// FieldError is what is wrong with one field, in the words for the client.
type FieldError struct {
	Field    string // dotted, with the keys that were sent in place of wildcards
	Messages []string
}

// Errors is what is wrong with a request, in the order of the rules; nil means nothing.
type Errors []FieldError

// Add adds a message for a field, behind the others of that field. The same text is kept once.
func (e *Errors) Add(field, message string) {
	i := slices.IndexFunc(*e, func(f FieldError) bool { return f.Field == field })
	if i < 0 {
		*e = append(*e, FieldError{Field: field, Messages: []string{message}})
		return
	}
	f := &(*e)[i]
	if !slices.Contains(f.Messages, message) {
		f.Messages = append(f.Messages, message)
	}
}

// First returns the first message, or "" where there is none.
func (e Errors) First() string {
	if len(e) == 0 {
		return ""
	}
	return e[0].Messages[0]
}

// Err returns the errors as an error, nil where there is none.
func (e Errors) Err() error {
	if len(e) == 0 {
		return nil
	}
	return e
}

// Error returns the first message.
func (e Errors) Error() string { return e.First() }

// AppendJSON appends the body of a 422 answer: {"message":"...","errors":{"field":["..."]}}.
func (e Errors) AppendJSON(b []byte) []byte {
	b = append(b, `{"message":`...)
	b = jsontree.AppendString(b, e.First())
	b = append(b, `,"errors":{`...)
	for i, field := range e {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsontree.AppendString(b, field.Field), ':')
		b = jsontree.AppendValue(b, field.Messages)
	}
	return append(b, "}}"...)
}

// DisplayName is the name of a plain field in messages: `map_id` and `MapId` are both `map id`.
func DisplayName(name string) string {
	var out strings.Builder
	for i, c := range name {
		if i > 0 && 'A' <= c && c <= 'Z' {
			out.WriteByte('_')
		}
		out.WriteRune(c)
	}
	return strings.ReplaceAll(strings.ToLower(out.String()), "_", " ")
}
