package pack

import (
	"slices"
	"strings"

	"quartermaster/internal/filter"
	"quartermaster/internal/jsontree"
)

// Where chooses among the objects of a list by the comparisons that rules have. A word alone stands for a text that has it.
type Where struct{ terms []filter.Term }

// ParseWhere reads such as Min>5 -Name:A*; nothing, and * alone, choose all. The error is a sentence without its full stop.
func ParseWhere(text string) (Where, error) {
	if strings.TrimSpace(text) == "*" {
		return Where{}, nil
	}
	terms, err := filter.Parse(text)
	return Where{terms}, err
}

// Chooses reports whether all of it holds for a value.
func (w Where) Chooses(value any) bool {
	return !slices.ContainsFunc(w.terms, func(t filter.Term) bool {
		holds := t.Field != "" && holdsOne(t, object{value: value}) || t.Field == "" && hasWord(t, value)
		return holds == t.Not
	})
}

// hasWord reports whether a value, or one inside of it, is a text that has one of the words.
func hasWord(t filter.Term, value any) bool {
	if jsontree.HoldsOthers(value) {
		return slices.ContainsFunc(jsontree.Members(value), func(member any) bool { return hasWord(t, member) })
	}
	text := strings.ToLower(jsontree.ScalarText(value))
	return slices.ContainsFunc(t.Values, func(wanted filter.Value) bool {
		if wanted.HasStar() {
			return like(text, wanted.Text)
		}
		return strings.Contains(text, strings.ToLower(wanted.Text))
	})
}
