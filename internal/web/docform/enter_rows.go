package docform

import (
	"strconv"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// Names of what a row of a form holds beside its values.
const (
	rowOf    = "_row"  // which element it was: its place in the list, or its key; empty for a new one
	rowKey   = "key"   // of a map
	rowValue = "value" // of a map
)

// part lays rows over the elements that they name.
func (e *entry) part(f *expansion.Field, list, rows []any) {
	for _, sent := range rows {
		row, _ := sent.(*jsontree.Object)
		place, err := strconv.Atoi(sentText(row, rowOf))
		if err == nil && place >= 0 && place < len(list) {
			e.nested(strconv.Itoa(place), f, list[place], row)
		}
	}
}

// table reads the rows of a list of objects.
func (e *entry) table(path string, f *expansion.Field, old, input any) any {
	if text, isText := input.(string); isText {
		return text
	}
	was, _ := old.([]any)
	rows := jsontree.Members(input)
	list := make([]any, len(rows))
	for i, place := range origins(was, rows) {
		var element any = expansion.New(f.Fields)
		if place >= 0 {
			element = jsontree.Clone(was[place])
		}
		list[i] = e.nested(jsonedit.Join(path, strconv.Itoa(i)), f, element, rows[i])
	}
	return list
}

// origins finds which element each row was, -1 for none: rows say so, or else they are known by their names.
func origins(old, rows []any) []int {
	places := make([]int, len(rows))
	told := false
	for i, row := range rows {
		object, _ := row.(*jsontree.Object)
		told = told || object.Has(rowOf)
		place, err := strconv.Atoi(sentText(object, rowOf))
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
func (e *entry) entries(path string, f *expansion.Field, old, input any) any {
	if text, isText := input.(string); isText {
		return text
	}
	was, _ := old.(*jsontree.Object)
	if list, isList := input.([]any); isList && len(list) > 0 && isRow(list[0]) || isRowObject(input) {
		return e.rows(path, f, old, jsontree.Members(input))
	}
	next := new(jsontree.Object)
	for key, member := range keyed(input) {
		before, _ := was.Get(key)
		next.Set(key, e.member(jsonedit.Join(path, key), f.Member(), before, member))
	}
	return next
}

func isRow(value any) bool {
	object, ok := value.(*jsontree.Object)
	return ok && object.Has(rowKey) && object.Has(rowOf)
}

// isRowObject knows rows whose numbers have gaps.
func isRowObject(input any) bool {
	object, ok := input.(*jsontree.Object)
	return ok && object.Len() > 0 && everyValue(object, isRow)
}

// rows changes the entries that rows name, in their places; new ones follow.
func (e *entry) rows(path string, f *expansion.Field, old any, rows []any) any {
	was, _ := old.(*jsontree.Object)
	byKey, added := rowsByKey(was, rows)
	next := new(jsontree.Object)
	for key, member := range was.All() {
		row := take(byKey, trimmed(key))
		if row == nil {
			e.put(path, next, key, member)
		} else if renamed := sentText(row, rowKey); renamed != "" {
			if trimmed(key) == renamed {
				renamed = key
			}
			e.put(path, next, renamed, e.rowValue(path, f, member, row))
		}
	}
	for _, row := range added {
		e.put(path, next, sentText(row, rowKey), e.rowValue(path, f, nil, row))
	}
	if next.Len() == 0 && was == nil {
		return old
	}
	return next
}

// take returns the next row of a key, or nil. Keys that differ by blanks alone come back as one from a form.
func take(byKey map[string][]*jsontree.Object, key string) *jsontree.Object {
	rows := byKey[key]
	if len(rows) == 0 {
		return nil
	}
	byKey[key] = rows[1:]
	return rows[0]
}

// rowsByKey divides rows into those of entries, by their keys as a form sends them, and those that are new.
func rowsByKey(was *jsontree.Object, rows []any) (byKey map[string][]*jsontree.Object, added []*jsontree.Object) {
	byKey = make(map[string][]*jsontree.Object, was.Len())
	for key := range was.All() {
		byKey[trimmed(key)] = nil
	}
	for _, sent := range rows {
		row, _ := sent.(*jsontree.Object)
		of := sentText(row, rowOf)
		if _, known := byKey[of]; known && of != "" {
			byKey[of] = append(byKey[of], row)
		} else if sentText(row, rowKey) != "" {
			added = append(added, row)
		}
	}
	return byKey, added
}

func (e *entry) put(path string, object *jsontree.Object, key string, value any) {
	if object.Has(key) {
		e.problems = append(e.problems, expansion.Problem{Path: jsonedit.Join(path, key), Rule: "The key " + key + " is given more than once."})
	}
	object.Set(key, value)
}

func (e *entry) rowValue(path string, f *expansion.Field, old any, row *jsontree.Object) any {
	input, sent := row.Get(rowValue)
	if !sent {
		if old == nil {
			return f.Member().New()
		}
		return old
	}
	return e.member(jsonedit.Join(path, sentText(row, rowKey)), f.Member(), old, input)
}

func (e *entry) member(path string, f *expansion.Field, old, input any) any {
	if old != nil && isShown(f, old, input) {
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
		for i, member := range jsontree.Members(input) {
			if !yield(strconv.Itoa(i), member) {
				return
			}
		}
	}
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
