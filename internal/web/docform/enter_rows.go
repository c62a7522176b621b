package docform

import (
	"strconv"

	"quartermaster/internal/change"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// The names of a row's inputs beside its fields.
const (
	rowOf    = "_row"  // the index or key of its element; empty for a new one
	rowKey   = "key"   // of an entry in a map
	rowValue = "value" // of an entry in a map
)

// part lays rows over the elements whose indexes they hold.
func (e *entry) part(f *expansion.Field, list, rows []any) {
	for _, sent := range rows {
		row, _ := sent.(*jsontree.Object)
		index, err := strconv.Atoi(sentText(row, rowOf))
		if err == nil && index >= 0 && index < len(list) {
			e.nested(strconv.Itoa(index), f, list[index], row)
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
	for i, index := range origins(was, rows) {
		var element any = expansion.New(f.Fields)
		if index >= 0 {
			element = jsontree.Clone(was[index])
		}
		list[i] = e.nested(jsontree.Join(path, strconv.Itoa(i)), f, element, rows[i])
	}
	return list
}

// origins returns the index of each row's element, -1 for a new one. Where no row says it, elements are found by their names.
func origins(old, rows []any) []int {
	indexes := make([]int, len(rows))
	told := false
	for i, row := range rows {
		object, _ := row.(*jsontree.Object)
		told = told || object.Has(rowOf)
		index, err := strconv.Atoi(sentText(object, rowOf))
		if err != nil || index < 0 || index >= len(old) {
			index = -1
		}
		indexes[i] = index
	}
	if !told {
		return change.Align(old, rows)
	}
	return indexes
}

// entries reads a map from rows of keys and values, or from an object with all entries, which arrives as a list where the keys
// are 0, 1, 2.
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
		next.Set(key, e.member(jsontree.Join(path, key), f.Member(), before, member))
	}
	return next
}

func isRow(value any) bool {
	object, ok := value.(*jsontree.Object)
	return ok && object.Has(rowKey) && object.Has(rowOf)
}

// isRowObject reports whether an input holds rows whose numbers have gaps, and so arrived as an object.
func isRowObject(input any) bool {
	object, ok := input.(*jsontree.Object)
	return ok && object.Len() > 0 && everyValue(object, isRow)
}

// rows changes the entries whose keys the rows hold, and appends the new ones.
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

// take returns the next row of a key, or nil. A key can have several rows: keys that differ only in blanks are sent as one.
func take(byKey map[string][]*jsontree.Object, key string) *jsontree.Object {
	rows := byKey[key]
	if len(rows) == 0 {
		return nil
	}
	byKey[key] = rows[1:]
	return rows[0]
}

// rowsByKey separates the rows of stored entries, by the keys that the form sends for them, from new ones.
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
		e.problems = append(e.problems, expansion.Problem{
			Path: jsontree.Join(path, key), Message: validate.Sentence("The key " + key + " is given more than once."),
		})
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
	return e.member(jsontree.Join(path, sentText(row, rowKey)), f.Member(), old, input)
}

func (e *entry) member(path string, f *expansion.Field, old, input any) any {
	if old != nil && isShown(f, old, input) {
		return old
	}
	return e.value(path, f, old, input)
}

// keyed iterates over the entries of a map that was sent as an object or, where the keys are 0, 1, 2, as a list.
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
