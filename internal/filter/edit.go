package filter

import (
	"strings"
	"unicode"
)

// With returns the text with a term at its end.
func With(text, term string) string { return strings.TrimSpace(strings.TrimSpace(text) + " " + term) }

// Without returns the text without a part of it, and the blanks around that become one.
func Without(text string, at Span) string {
	return strings.TrimSpace(strings.TrimRightFunc(text[:at.Start], unicode.IsSpace) + " " +
		strings.TrimLeftFunc(text[at.End:], unicode.IsSpace))
}

// WithoutValue returns the text without one of the values of a term in it, and without the term where it has no other.
func WithoutValue(text string, t Term, i int) string {
	switch {
	case len(t.Values) == 1:
		return Without(text, t.Span)
	case i == 0:
		return text[:t.Values[0].Start] + text[t.Values[1].Start:]
	}
	return text[:t.Values[i-1].End] + text[t.Values[i].End:]
}

// Exactly writes a text as a value that means the text itself: quoted where a part of it would mean something else.
func Exactly(text string) string {
	v := Value{Text: text}
	special := strings.ContainsFunc(text, unicode.IsSpace) || strings.ContainsAny(text, `,"*\`) || strings.Contains(text, "..")
	if special || notValue(v) != "" || strings.Trim(text, "0123456789") == "" || v.Is("none") || v.Is("any") {
		return Quoted(text)
	}
	return text
}
