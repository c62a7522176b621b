package validate

import (
	"cmp"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// FieldError lists what is wrong with one field.
type FieldError struct {
	Field    string // dotted, with the keys that were sent in place of wildcards
	Name     string // what the sentences call the field; empty for its dotted name
	Messages []Message
}

// Texts returns the sentences with the field's name.
func (e FieldError) Texts() []string { return e.TextsFor(cmp.Or(e.Name, e.Field)) }

// TextsFor returns the sentences with another name for the field.
func (e FieldError) TextsFor(name string) []string {
	texts := make([]string, len(e.Messages))
	for i, message := range e.Messages {
		texts[i] = message.Text(name)
	}
	return texts
}

// At returns the error for another field that stands for this one; the sentences keep the name.
func (e FieldError) At(field string) FieldError {
	return FieldError{Field: field, Name: cmp.Or(e.Name, e.Field), Messages: e.Messages}
}

// Errors lists the fields of a request that break rules, in the order of the rules; nil means none.
type Errors []FieldError

// Refusal returns the errors of a request with one of them, a sentence.
func Refusal(field, sentence string) Errors { return Refused(field, Sentence(sentence)) }

// Refused returns the errors of a request with one of them. Its sentence calls the field by its dotted name.
func Refused(field string, message Message) Errors {
	return Errors{{Field: field, Messages: []Message{message}}}
}

// Wrong returns the errors of a request with one of them. Its sentence calls the field by its name in words.
func Wrong(field string, failure Failure) Errors {
	return Errors{{Field: field, Name: DisplayName(field), Messages: []Message{{Failure: failure}}}}
}

// AddFailure adds what is wrong with a field, which the sentence calls by its dotted name.
func (e *Errors) AddFailure(field string, failure Failure) {
	e.AddNamed(field, "", Message{Failure: failure})
}

// AddSentence adds a sentence about a field.
func (e *Errors) AddSentence(field, text string) { e.AddNamed(field, "", Sentence(text)) }

// AddNamed adds a message about a field, which its sentence calls by the name, or by the dotted name where it is empty. It comes
// behind the others of that field; the same message is kept once.
func (e *Errors) AddNamed(field, name string, message Message) {
	i := slices.IndexFunc(*e, func(f FieldError) bool { return f.Field == field })
	if i < 0 {
		*e = append(*e, FieldError{Field: field, Name: name, Messages: []Message{message}})
		return
	}
	f := &(*e)[i]
	if !slices.Contains(f.Messages, message) {
		f.Messages = append(f.Messages, message)
	}
}

// Misses reports whether the field is refused for being required.
func (e Errors) Misses(field string) bool {
	missing := Message{Failure: IsRequired}
	return slices.ContainsFunc(e, func(f FieldError) bool { return f.Field == field && slices.Contains(f.Messages, missing) })
}

// First returns the first message, or "" where there is none.
func (e Errors) First() string {
	if len(e) == 0 {
		return ""
	}
	return e[0].Texts()[0]
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
	for _, field := range e {
		b = append(jsontree.AppendString(jsontree.AppendComma(b), field.Field), ':')
		b = jsontree.AppendValue(b, field.Texts())
	}
	return append(b, "}}"...)
}

// AppendCodes appends the errors for programs: {"field":[{"rule":"max","parameters":["255"]}]}, each where AppendJSON has its sentence.
func (e Errors) AppendCodes(b []byte) []byte {
	b = append(b, '{')
	for _, field := range e {
		b = append(jsontree.AppendString(jsontree.AppendComma(b), field.Field), ':')
		b = jsontree.AppendList(b, field.Messages, appendCode)
	}
	return append(b, '}')
}

func appendCode(b []byte, m Message) []byte {
	b = jsontree.AppendString(append(b, `{"rule":`...), m.Rule())
	b = jsontree.AppendValue(append(b, `,"parameters":`...), m.parameters())
	return append(b, '}')
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
