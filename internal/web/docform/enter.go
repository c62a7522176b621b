package docform

import (
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// entriesName is the name under which the page of a single list or map sends its rows.
const entriesName = "entries"

// enter lays the input over the value: fields over an object, or the rows of a page over a list or map, whose other members stay.
// What was not sent stays, and so does a value that comes back as the form showed it, however the file spells it. Keys that are
// not in the schema are ignored. A list inside an object takes the rows that were sent and loses the others; a row keeps those
// values of its element that were not sent. A map that is sent as rows keeps its other entries.
func (s *Cursor) enter(sent *jsontree.Object) []expansion.Problem {
	var e entry
	next := jsontree.Clone(s.Value)
	rows, _ := sent.Get(entriesName)
	switch controlOf(s.Field, s.Value) {
	case nestedControl:
		next = e.nested("", s.Field, next, sent)
	case tableControl:
		e.part(s.Field, jsontree.Members(next), jsontree.Members(rows))
	case entriesControl:
		next = e.rows("", s.Field, next, jsontree.Members(rows))
	}
	if !jsontree.Equal(s.Value, next) {
		s.set(next)
	}
	return e.problems
}

type entry struct{ problems []expansion.Problem }

func (e *entry) object(path string, fields []*expansion.Field, object, sent *jsontree.Object) {
	for _, f := range fields {
		input, ok := sent.Get(sentName(f.Name))
		if !ok {
			continue
		}
		old, isThere := valueIn(f, object)
		if enterPair(f, object, input) || isShown(f, old, input) {
			continue
		}
		if isThere {
			object.Set(f.Name, e.value(jsontree.Join(path, f.Name), f, old, input))
		} else if next := e.value(jsontree.Join(path, f.Name), f, jsontree.Clone(old), input); !jsontree.Equal(old, next) && !isNothing(next) {
			object.Set(f.Name, next)
		}
	}
}

// isNothing reports whether an object has no values, as one that was offered and not filled in.
func isNothing(value any) bool {
	object, is := value.(*jsontree.Object)
	return is && object.Len() == 0
}

// valueIn returns the value of the field in an object. Where the object has none, it returns the default, which the form shows.
func valueIn(f *expansion.Field, object *jsontree.Object) (value any, isThere bool) {
	value, isThere = object.Get(f.Name)
	if !isThere && f.Offered && f.Shape == expansion.Single {
		return nil, false
	}
	if !isThere || value == nil && usualControl(f) == nestedControl {
		return f.New(), false
	}
	return value, true
}

// isShown reports whether the input is what the form showed of the value.
func isShown(f *expansion.Field, value, input any) bool {
	if controlOf(f, value) == tripleControl && isScalarList(input) {
		return slices.Equal(vectorTexts(value), textsOf(input))
	}
	if refersToSeveral(f) && isScalarList(input) {
		return sameLines(linesOf(shown(f, value)), textsOf(input))
	}
	text, ok := input.(string)
	if input != nil && !ok {
		return false
	}
	switch controlOf(f, value) {
	case boxControl, sourceControl:
		return trimmed(shown(f, value)) == trimmed(text)
	case linesControl:
		return slices.Equal(linesOf(shown(f, value)), linesOf(text))
	case tableControl, entriesControl, keyedControl:
		return input == nil && len(jsontree.Members(value)) == 0
	}
	return input == nil
}

func isScalarList(input any) bool { return everyMember(input, isScalar) }

func textsOf(input any) []string {
	texts := []string{}
	for _, member := range jsontree.Members(input) {
		text, _ := member.(string)
		texts = append(texts, text)
	}
	return texts
}

// value returns the value for an input that replaces an old value.
func (e *entry) value(path string, f *expansion.Field, old, input any) any {
	text, isText := input.(string)
	if controlOf(f, old) == sourceControl && isText {
		if tree, err := jsontree.Parse([]byte(text)); err == nil {
			return tree
		}
		return text
	}
	switch usualControl(f) {
	case nestedControl:
		return e.nested(path, f, old, input)
	case tableControl:
		return e.table(path, f, old, input)
	case entriesControl, keyedControl:
		return e.entries(path, f, old, input)
	case linesControl:
		return enterLines(f, old, input)
	case tripleControl:
		return enterVector(f, input)
	}
	return enterOne(f, input)
}

func enterOne(f *expansion.Field, input any) any {
	switch v := input.(type) {
	case string:
		return parseOne(f, strings.ReplaceAll(v, "\r\n", "\n"))
	case nil:
		if f.Type == expansion.String {
			return ""
		}
	}
	return input
}

// enterVector reads three numbers from a list, or from a text with blanks or commas between them.
func enterVector(f *expansion.Field, input any) any {
	if text, isText := input.(string); isText {
		return parseLine(f, text)
	}
	list, ok := input.([]any)
	if !ok {
		return input
	}
	vector := make([]any, len(list))
	for i, member := range list {
		vector[i] = member
		if text, isText := member.(string); isText {
			if number, ok := parseNumber(text); ok {
				vector[i] = number
			}
		}
	}
	return vector
}

// enterLines reads a list. A line that stood there before yields the old member.
func enterLines(f *expansion.Field, old, input any) any {
	switch v := input.(type) {
	case nil:
		return []any{}
	case []any:
		list := []any{}
		for _, member := range v {
			if member != nil { // of an empty box
				list = append(list, enterOne(f, member))
			}
		}
		if refersToSeveral(f) {
			return inOldOrder(f, old, list)
		}
		return list
	case string:
		return readLines(f, old, v)
	}
	return input
}

func readLines(f *expansion.Field, old any, text string) any {
	was := map[string]any{}
	for _, member := range jsontree.Members(old) {
		was[trimmed(lineOf(f, member))] = member
	}
	list := []any{}
	for _, line := range linesOf(text) {
		member, known := was[line]
		if !known {
			member = parseLine(f, line)
		}
		list = append(list, member)
	}
	return list
}

func (e *entry) nested(path string, f *expansion.Field, old, input any) any {
	sent, ok := input.(*jsontree.Object)
	if !ok {
		return input
	}
	object, isObject := old.(*jsontree.Object)
	if !isObject {
		object = new(jsontree.Object)
	}
	e.object(path, f.Fields, object, sent)
	return object
}

// trimmed returns a text as a browser sends it back from an untouched box.
func trimmed(text string) string { return jsontree.Trim(strings.ReplaceAll(text, "\r\n", "\n")) }

// linesOf returns the lines of a text without the blanks around them and without empty lines.
func linesOf(text string) []string {
	lines := []string{}
	for line := range strings.Lines(text) {
		if line = trimmed(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
