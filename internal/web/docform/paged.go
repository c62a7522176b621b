package docform

import (
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// Bounds of what a page shows of an object. One with more controls is divided into pages of so many fields, and what has more than a few
// controls there has a page of its own.
const (
	mostControls  = 1000
	fieldsOnPage  = 100
	inlineOnPages = 10
)

// mostLongText is how many bytes of long texts and lists of lines a page shows, and from how many on one is long.
const mostLongText, longText = 512 << 10, 4 << 10

// isPaged reports whether an object is divided into pages.
func isPaged(cursor *Cursor) bool {
	return controlOf(cursor.Field, cursor.Value) == nestedControl && controlsOf(cursor.Field, cursor.Value, mostControls) > mostControls
}

// hasOwnPage reports whether a value inside of an object that is divided into pages is not shown there.
func hasOwnPage(f *expansion.Field, value any) bool {
	switch controlOf(f, value) {
	case tableControl, entriesControl, keyedControl:
		return true
	}
	return controlsOf(f, value, inlineOnPages) > inlineOnPages
}

// controlsOf returns how many controls a value has on the page of the object around it, about, or some number above most.
func controlsOf(f *expansion.Field, value any, most int) (n int) {
	switch controlOf(f, value) {
	case nestedControl:
		object, _ := value.(*jsontree.Object)
		for i := 0; i < len(f.Fields) && n <= most; i++ {
			member, _ := object.Get(f.Fields[i].Name)
			n += controlsOf(f.Fields[i], member, most-n)
		}
		return n
	case tableControl:
		return min(len(jsontree.Members(value)), rowsInline) * max(1, min(len(f.Fields), columnsInline))
	case entriesControl, keyedControl:
		return 2 * min(len(jsontree.Members(value)), entriesInline)
	}
	return 1
}

// fieldsOn returns the fields that a page of an object shows, out of all that the search finds, and how many these are. Of an object that
// is not divided it shows all: what the search finds there is known once it is drawn.
func (f Form) fieldsOn(cursor *Cursor, fields []*expansion.Field) (shown []*expansion.Field, page, total int) {
	object, _ := cursor.Value.(*jsontree.Object)
	switch {
	case f.only != nil:
		return kept(fields, func(field *expansion.Field) bool { return f.only.Has(sentName(field.Name)) }), 1, 0
	case !isPaged(cursor):
		return fields, 1, 0
	case f.Search != "":
		fields = f.found(fields, object)
	}
	page = min(max(1, f.Page), max(1, (len(fields)+fieldsOnPage-1)/fieldsOnPage))
	first := (page - 1) * fieldsOnPage
	return fields[first:min(first+fieldsOnPage, len(fields))], page, len(fields)
}

// found returns those of the fields of an object that the search finds.
func (f Form) found(fields []*expansion.Field, object *jsontree.Object) []*expansion.Field {
	q := strings.ToLower(f.Search)
	return kept(fields, func(field *expansion.Field) bool {
		value, _ := valueIn(field, object)
		return isFound(field, value, q)
	})
}

func kept(fields []*expansion.Field, keep func(*expansion.Field) bool) []*expansion.Field {
	return slices.DeleteFunc(slices.Clone(fields), func(f *expansion.Field) bool { return !keep(f) })
}

// isFound reports whether the label, key, help or value of a field contains a text in lower case, or those of one inside of it.
func isFound(f *expansion.Field, value any, q string) bool {
	words := []string{labelOf(f), f.Name, f.Help}
	switch controlOf(f, value) {
	case boxControl, linesControl:
		words = append(words, Words(f, value))
	case nestedControl:
		object, _ := value.(*jsontree.Object)
		for _, child := range f.Fields {
			if member, _ := valueIn(child, object); isFound(child, member, q) {
				return true
			}
		}
	}
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(strings.ToLower(word), q) })
}

// pageOf returns the page of an object that shows a field, 0 where it is not divided.
func pageOf(cursor *Cursor, all []*expansion.Field, key string) int {
	if !isPaged(cursor) {
		return 0
	}
	return 1 + slices.IndexFunc(all, func(f *expansion.Field) bool { return f.Name == key })/fieldsOnPage
}
