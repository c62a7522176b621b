package record

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// About answers what conditions ask of a row besides its values.
type About interface {
	// NameOf returns the name of the record that the field refers to by the id.
	NameOf(f *Field, id int64) string
	// Uses returns how many records use the row.
	Uses(row Row) int64
	// HasProblem reports whether the lint has a finding about the row: of a severity, a rule, or any.
	HasProblem(row Row, what string) bool
	// ChangedBy returns who has made the last change of the row.
	ChangedBy(row Row) string
}

// Meets reports whether a row meets all conditions, as the database does of rows in a table. It knows the tests of fields that hold
// texts, numbers and references.
func (r *Resource) Meets(row Row, conditions []Condition, about About) bool {
	for _, c := range conditions {
		met := slices.ContainsFunc(c.Any, func(m Match) bool { return r.matches(row, m, about) != m.Not })
		if met == c.Not {
			return false
		}
	}
	return true
}

func (r *Resource) matches(row Row, m Match, about About) bool {
	switch m.Test {
	case Worded:
		return m.Text.isIn(r.TitleOf(row))
	case ChangedBy:
		return m.Text.isIn(about.ChangedBy(row))
	case Used:
		return m.Range.holds(about.Uses(row))
	case HasProblem:
		if m.Text[0] == "none" {
			return !about.HasProblem(row, "any")
		}
		return about.HasProblem(row, m.Text[0])
	}
	return m.Field.matches(row[r.Index(m.Field.Name)], m, about)
}

func (f *Field) matches(value any, m Match, about About) bool {
	isUnset := value == nil || value == "" || value == "[]"
	switch m.Test {
	case Unset:
		return isUnset
	case Given:
		return !isUnset
	case Texted:
		return slices.ContainsFunc(f.textsOf(value), m.Text.isLike)
	case CalledLike:
		id, _ := value.(int64)
		return m.Text.isLike(about.NameOf(f, id))
	case Ranged:
		return value != nil && m.Range.holds(value)
	}
	return false
}

// textsOf returns a text, or the members of a list of texts.
func (f *Field) textsOf(value any) []string {
	text, _ := value.(string)
	if f.Type != Texts {
		return []string{text}
	}
	tree, _ := jsontree.Parse([]byte(text)) // written by this package
	return TextsOf(tree)
}

// isIn reports whether a text contains the pattern or, where it has stars, is like it.
func (p Pattern) isIn(text string) bool {
	if len(p) == 1 {
		return strings.Contains(strings.ToLower(text), strings.ToLower(p[0]))
	}
	return p.isLike(text)
}

// isLike reports whether a text is as the pattern says.
func (p Pattern) isLike(text string) bool {
	if len(p) == 1 {
		return strings.EqualFold(p[0], text)
	}
	text = strings.ToLower(text)
	last := len(p) - 1
	text, begins := strings.CutPrefix(text, strings.ToLower(p[0]))
	text, ends := strings.CutSuffix(text, strings.ToLower(p[last]))
	for _, part := range p[1:last] {
		_, after, found := strings.Cut(text, strings.ToLower(part))
		if !found {
			return false
		}
		text = after
	}
	return begins && ends
}

// holds reports whether a number is in the range.
func (r Range) holds(value any) bool {
	n := asFloat(value)
	switch {
	case r.From != nil && (n < asFloat(r.From) || r.Above && n == asFloat(r.From)):
		return false
	case r.To != nil && (n > asFloat(r.To) || r.LessThan && n == asFloat(r.To)):
		return false
	}
	return true
}

func asFloat(value any) float64 {
	if n, isInt := value.(int64); isInt {
		return float64(n)
	}
	n, _ := value.(float64)
	return n
}
