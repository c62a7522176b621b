package expansion

import (
	"slices"
	"strings"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// EntriesName is under which name a form sends the rows of a page that shows a list or map by itself.
const EntriesName = "entries"

// Enter lays what was sent over the spot: values over an object, and rows of a page over a list or map, whose other members
// stay. What was not sent stays, and so does what was sent as a form shows it, however the file spells it; keys that the schema
// does not know are ignored. A list inside of an object takes the rows that were sent and loses the others; a row keeps what it
// does not send of the element that it was. Of a map that is sent as rows the other entries stay.
func (s *Spot) Enter(sent *jsontree.Object) []Problem {
	var e entry
	next := jsontree.Clone(s.Value)
	rows, _ := sent.Get(EntriesName)
	switch s.Field.Control(s.Value) {
	case Nested:
		next = e.nested("", s.Field, next, sent)
	case Table:
		e.part(s.Field, jsontree.Members(next), jsontree.Members(rows))
	case Entries:
		next = e.rows("", s.Field, next, jsontree.Members(rows))
	}
	if !jsonedit.Equal(s.Value, next) {
		s.Set(next)
	}
	return e.problems
}

type entry struct{ problems []Problem }

func (e *entry) object(path string, fields []*Field, object, sent *jsontree.Object) {
	for _, f := range fields {
		input, ok := sent.Get(f.Name)
		if !ok {
			continue
		}
		old, isThere := f.In(object)
		if f.isShown(old, input) {
			continue
		}
		if isThere {
			object.Set(f.Name, e.value(jsonedit.Join(path, f.Name), f, old, input))
		} else if next := e.value(jsonedit.Join(path, f.Name), f, jsontree.Clone(old), input); !jsonedit.Equal(old, next) {
			object.Set(f.Name, next)
		}
	}
}

// In returns the value that an object has of the field, or else the one that a form shows in its place: the default.
func (f *Field) In(object *jsontree.Object) (value any, isThere bool) {
	value, isThere = object.Get(f.Name)
	if !isThere || value == nil && f.usual() == Nested {
		return f.New(), false
	}
	return value, true
}

// isShown tells whether a form sends back what it showed of a value.
func (f *Field) isShown(value, input any) bool {
	if f.Control(value) == Triple && isScalarList(input) {
		return slices.Equal(Parts(value), textsOf(input))
	}
	text, ok := input.(string)
	if input != nil && !ok {
		return false
	}
	switch f.Control(value) {
	case Box, Source:
		return trimmed(f.Shown(value)) == trimmed(text)
	case Lines:
		return slices.Equal(linesOf(f.Shown(value)), linesOf(text))
	case Table, Entries, Keyed:
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

// value returns what was sent in the place of an old value.
func (e *entry) value(path string, f *Field, old, input any) any {
	text, isText := input.(string)
	if f.Control(old) == Source && isText {
		if tree, err := jsontree.Parse([]byte(text)); err == nil {
			return tree
		}
		return text
	}
	switch f.usual() {
	case Nested:
		return e.nested(path, f, old, input)
	case Table:
		return e.table(path, f, old, input)
	case Entries, Keyed:
		return e.entries(path, f, old, input)
	case Lines:
		return f.enterLines(old, input)
	case Triple:
		return enterVector(input)
	}
	return f.enterOne(input)
}

func (f *Field) enterOne(input any) any {
	switch v := input.(type) {
	case string:
		return f.parseOne(strings.ReplaceAll(v, "\r\n", "\n"))
	case nil:
		if f.Type == String {
			return ""
		}
	}
	return input
}

func enterVector(input any) any {
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

// enterLines reads a list; a line that was there before stands for the member that it was.
func (f *Field) enterLines(old, input any) any {
	switch v := input.(type) {
	case nil:
		return []any{}
	case []any:
		list := make([]any, len(v))
		for i, member := range v {
			list[i] = f.enterOne(member)
		}
		return list
	case string:
		return f.readLines(old, v)
	}
	return input
}

func (f *Field) readLines(old any, text string) any {
	was := map[string]any{}
	for _, member := range jsontree.Members(old) {
		was[trimmed(f.line(member))] = member
	}
	list := []any{}
	for _, line := range linesOf(text) {
		member, known := was[line]
		if !known {
			member = f.parseLine(line)
		}
		list = append(list, member)
	}
	return list
}

func (e *entry) nested(path string, f *Field, old, input any) any {
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

// trimmed is a text as it comes back from a box in which nobody touched it.
func trimmed(text string) string { return jsontree.Trim(strings.ReplaceAll(text, "\r\n", "\n")) }

// linesOf returns the lines of a text that hold something, without the blanks around it.
func linesOf(text string) []string {
	lines := []string{}
	for line := range strings.Lines(text) {
		if line = trimmed(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
