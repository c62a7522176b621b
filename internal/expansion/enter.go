package expansion

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// Names of what a row of a form holds beside its values.
const (
	RowOf    = "_row"  // which element it was: its place in the list, or its key; empty for a new one
	RowKey   = "key"   // of a map
	RowValue = "value" // of a map
)

// Enter lays what was sent over an object. What was not sent stays, and so does what was sent as a form shows it, however the
// file spells it; keys that the schema does not know are ignored. A list takes the rows that were sent and loses the others;
// a row keeps what it does not send of the element that it was. Of a map that is sent as rows the other entries stay.
func Enter(fields []*Field, object, sent *jsontree.Object) []Problem {
	var e entry
	e.object("", fields, object, sent)
	return e.problems
}

// EntriesName is under which name a form sends the rows of a page that shows a list or map by itself.
const EntriesName = "entries"

// Enter lays what was sent over the spot: values over an object, as [Enter] does, and rows of a page over a list or map, whose
// other members stay.
func (s *Spot) Enter(sent *jsontree.Object) []Problem {
	var e entry
	next := Clone(s.Value)
	rows, _ := sent.Get(EntriesName)
	switch s.Field.Control(s.Value) {
	case Nested:
		next = e.nested("", s.Field, next, sent)
	case Table:
		e.part(s.Field, membersOf(next), membersOf(rows))
	case Entries:
		next = e.rows("", s.Field, next, membersOf(rows))
	}
	if !jsonedit.Equal(s.Value, next) {
		s.Set(next)
	}
	return e.problems
}

// part lays rows over the elements that they name.
func (e *entry) part(f *Field, list, rows []any) {
	for _, sent := range rows {
		row, _ := sent.(*jsontree.Object)
		place, err := strconv.Atoi(sentText(row, RowOf))
		if err == nil && place >= 0 && place < len(list) {
			e.nested(strconv.Itoa(place), f, list[place], row)
		}
	}
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
			object.Set(f.Name, e.value(below(path, f.Name), f, old, input))
		} else if next := e.value(below(path, f.Name), f, Clone(old), input); !jsonedit.Equal(old, next) {
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
		return input == nil && len(membersOf(value)) == 0
	}
	return input == nil
}

func isScalarList(input any) bool { return everyMember(input, isScalar) }

func textsOf(input any) []string {
	texts := []string{}
	for _, member := range membersOf(input) {
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
	for _, member := range membersOf(old) {
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

// table reads the rows of a list of objects.
func (e *entry) table(path string, f *Field, old, input any) any {
	if text, isText := input.(string); isText {
		return text
	}
	was, _ := old.([]any)
	rows := membersOf(input)
	list := make([]any, len(rows))
	for i, place := range origins(was, rows) {
		var element any = New(f.Fields)
		if place >= 0 {
			element = Clone(was[place])
		}
		list[i] = e.nested(below(path, strconv.Itoa(i)), f, element, rows[i])
	}
	return list
}

// origins finds which element each row was, -1 for none: rows say so, or else they are known by their names.
func origins(old, rows []any) []int {
	places := make([]int, len(rows))
	told := false
	for i, row := range rows {
		object, _ := row.(*jsontree.Object)
		told = told || object.Has(RowOf)
		place, err := strconv.Atoi(sentText(object, RowOf))
		if err != nil || place < 0 || place >= len(old) {
			place = -1
		}
		places[i] = place
	}
	if !told {
		return jsonedit.Align(old, rows)
	}
	return places
}

// entries reads a map: rows of keys and values, or all of it as an object or, where its keys are 0, 1, 2, as a list.
func (e *entry) entries(path string, f *Field, old, input any) any {
	if text, isText := input.(string); isText {
		return text
	}
	was, _ := old.(*jsontree.Object)
	if list, isList := input.([]any); isList && len(list) > 0 && isRow(list[0]) || isRowObject(input) {
		return e.rows(path, f, old, membersOf(input))
	}
	next := new(jsontree.Object)
	for key, member := range keyed(input) {
		before, _ := was.Get(key)
		next.Set(key, e.member(below(path, key), f.Member(), before, member))
	}
	return next
}

func isRow(value any) bool {
	object, ok := value.(*jsontree.Object)
	return ok && object.Has(RowKey) && object.Has(RowOf)
}

// isRowObject knows rows whose numbers have gaps.
func isRowObject(input any) bool {
	object, ok := input.(*jsontree.Object)
	return ok && object.Len() > 0 && everyValue(object, isRow)
}

// rows changes the entries that rows name, in their places; new ones follow.
func (e *entry) rows(path string, f *Field, old any, rows []any) any {
	was, _ := old.(*jsontree.Object)
	byKey, added := rowsByKey(was, rows)
	next := new(jsontree.Object)
	for key, member := range was.All() {
		row := byKey[trimmed(key)]
		if row == nil {
			e.put(path, next, key, member)
		} else if renamed := sentText(row, RowKey); renamed != "" {
			if trimmed(key) == renamed {
				renamed = key
			}
			e.put(path, next, renamed, e.rowValue(path, f, member, row))
		}
	}
	for _, row := range added {
		e.put(path, next, sentText(row, RowKey), e.rowValue(path, f, nil, row))
	}
	if next.Len() == 0 && was == nil {
		return old
	}
	return next
}

// rowsByKey divides rows into those of entries, by their keys as a form sends them, and those that are new.
func rowsByKey(was *jsontree.Object, rows []any) (byKey map[string]*jsontree.Object, added []*jsontree.Object) {
	byKey = make(map[string]*jsontree.Object, was.Len())
	for key := range was.All() {
		byKey[trimmed(key)] = nil
	}
	for _, sent := range rows {
		row, _ := sent.(*jsontree.Object)
		of := sentText(row, RowOf)
		if _, known := byKey[of]; known && of != "" {
			byKey[of] = row
		} else if sentText(row, RowKey) != "" {
			added = append(added, row)
		}
	}
	return byKey, added
}

func (e *entry) put(path string, object *jsontree.Object, key string, value any) {
	if object.Has(key) {
		e.problems = append(e.problems, Problem{Path: below(path, key), Message: "The key " + key + " is given more than once."})
	}
	object.Set(key, value)
}

func (e *entry) rowValue(path string, f *Field, old any, row *jsontree.Object) any {
	input, sent := row.Get(RowValue)
	if !sent {
		if old == nil {
			return f.Member().New()
		}
		return old
	}
	return e.member(below(path, sentText(row, RowKey)), f.Member(), old, input)
}

func (e *entry) member(path string, f *Field, old, input any) any {
	if old != nil && f.isShown(old, input) {
		return old
	}
	return e.value(path, f, old, input)
}

// keyed iterates over a map as it was sent; a form whose keys are 0, 1, 2 comes as a list.
func keyed(input any) func(yield func(string, any) bool) {
	if object, ok := input.(*jsontree.Object); ok {
		return object.All()
	}
	return func(yield func(string, any) bool) {
		for i, member := range membersOf(input) {
			if !yield(strconv.Itoa(i), member) {
				return
			}
		}
	}
}

// membersOf returns the members of a list, or those of an object in its order.
func membersOf(value any) []any {
	switch v := value.(type) {
	case []any:
		return v
	case *jsontree.Object:
		list := make([]any, 0, v.Len())
		for _, member := range v.All() {
			list = append(list, member)
		}
		return list
	}
	return nil
}

func sentText(object *jsontree.Object, key string) string {
	switch v, _ := object.Get(key); v := v.(type) {
	case string:
		return v
	case jsontree.Number:
		return string(v)
	}
	return ""
}

// trimmed is a text as it comes back from a box in which nobody touched it.
func trimmed(text string) string {
	object := new(jsontree.Object)
	object.Set("text", strings.ReplaceAll(text, "\r\n", "\n"))
	jsontree.Prepare(object)
	return sentText(object, "text")
}

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

// Clone returns a copy of a value that shares nothing with it.
func Clone(value any) any {
	switch v := value.(type) {
	case []any:
		list := make([]any, len(v))
		for i, member := range v {
			list[i] = Clone(member)
		}
		return list
	case *jsontree.Object:
		object := new(jsontree.Object)
		for key, member := range v.All() {
			object.Set(key, Clone(member))
		}
		return object
	}
	return value
}
