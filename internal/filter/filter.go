// Package filter reads the filter language of lists, such as
//
//	cat:weapons nominal>10 -usage:Military file:mods/* "two words"
//
// Terms are separated by blanks, and a record has to meet all of them. The package knows the grammar alone: what a field is
// and what its values mean is known to package record.
package filter

import (
	"fmt"
	"strings"
)

// Op is how a term compares a field.
type Op string

// The comparisons.
const (
	Is      Op = ":" // one of the values, a pattern or a range
	Above   Op = ">"
	AtLeast Op = ">="
	Below   Op = "<"
	AtMost  Op = "<="
)

// The bounds of a filter: longer ones are refused.
const (
	maxLength   = 2_000 // bytes
	maxTerms    = 50
	maxValues   = 100 // of one term
	maxPatterns = 100 // values with stars of all terms
)

// Span is a part of the text, in bytes.
type Span struct{ Start, End int }

// Term is one condition.
type Term struct {
	Span
	Not    bool
	Field  string // as it is written; empty for a bare word, which has one value
	Name   Span   // where the field stands
	Op     Op
	Values []Value // at least one; a record has to match one of them
}

// Value is what a field is compared with.
type Value struct {
	Span
	Text   string // without quotes
	Quoted bool   // stars and dots mean themselves
}

// Parts returns the text divided at its stars, each of which stands for any text: one part where there are none.
func (v Value) Parts() []string {
	if v.Quoted {
		return []string{v.Text}
	}
	return strings.Split(v.Text, "*")
}

// HasStar reports whether a star stands for any text.
func (v Value) HasStar() bool { return !v.Quoted && strings.Contains(v.Text, "*") }

// Is reports whether the value is a word of the language, in any letter case.
func (v Value) Is(word string) bool { return !v.Quoted && strings.EqualFold(v.Text, word) }

// Range returns the two ends of a value such as 10..20, of which one may be empty.
func (v Value) Range() (from, to string, ok bool) {
	if v.Quoted {
		return "", "", false
	}
	from, to, ok = strings.Cut(v.Text, "..")
	return from, to, ok && from+to != ""
}

// Error is a mistake in a filter.
type Error struct {
	Span
	Part   string // what was not understood
	Reason string // a sentence without its full stop
}

// Error returns a sentence without its full stop.
func (e *Error) Error() string {
	if e.Part == "" {
		return e.Reason
	}
	return fmt.Sprintf("“%s”: %s", e.Part, e.Reason)
}

// Problem returns a mistake in a part of the text.
func Problem(text string, at Span, reason string) *Error {
	return &Error{Span: at, Part: text[at.Start:at.End], Reason: reason}
}

// Quoted writes a text so that all of it means itself.
func Quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// Parse divides a text into its terms. Every error is an *Error.
func Parse(text string) ([]Term, error) {
	if len(text) > maxLength {
		return nil, &Error{Span: Span{maxLength, len(text)}, Reason: fmt.Sprintf("it must not be longer than %d bytes", maxLength)}
	}
	p := &parser{text: text}
	var terms []Term
	for p.skipBlanks(); p.at < len(text); p.skipBlanks() {
		term, err := p.term()
		if err != nil {
			return nil, err
		}
		if terms = append(terms, term); len(terms) > maxTerms {
			return nil, Problem(text, term.Span, fmt.Sprintf("there are more than %d terms", maxTerms))
		}
	}
	return terms, nil
}
