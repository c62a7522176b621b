package lint

import (
	"math"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// textAt returns a text of an object; nothing where there is none.
func textAt(o *jsontree.Object, key string) string {
	value, _ := o.Get(key)
	text, _ := value.(string)
	return text
}

// numberAt returns a number of an object, which files made by hand may have written as a text, and whether there is one.
func numberAt(o *jsontree.Object, key string) (n float64, ok bool) {
	value, _ := o.Get(key)
	return numeric(value)
}

func numeric(value any) (n float64, ok bool) {
	text, isText := value.(string)
	if number, isNumber := value.(jsontree.Number); isNumber {
		text, isText = string(number), true
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if !isText || err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0, false // Go has words for the last two; JSON has not
	}
	return n, true
}

// isSet reports whether a truth value of an object is true: any number but 0 is.
func isSet(o *jsontree.Object, key string) bool {
	value, _ := o.Get(key)
	n, _ := numeric(value)
	return value == true || n != 0
}

func objectAt(o *jsontree.Object, key string) *jsontree.Object {
	value, _ := o.Get(key)
	object, _ := value.(*jsontree.Object)
	return object
}

func listAt(o *jsontree.Object, key string) []any {
	value, _ := o.Get(key)
	list, _ := value.([]any)
	return list
}

// objectsAt returns the objects of a list; the mod reads over everything else.
func objectsAt(o *jsontree.Object, key string) (objects []*jsontree.Object) {
	for _, member := range listAt(o, key) {
		if object, ok := member.(*jsontree.Object); ok {
			objects = append(objects, object)
		}
	}
	return objects
}

func textsAt(o *jsontree.Object, key string) (texts []string) {
	for _, member := range listAt(o, key) {
		if text, ok := member.(string); ok && text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// dropFrom takes members out of a list.
func dropFrom(o *jsontree.Object, key string, drop func(member any) bool) {
	kept := []any{}
	for _, member := range listAt(o, key) {
		if !drop(member) {
			kept = append(kept, member)
		}
	}
	o.Set(key, kept)
}

// dropTexts takes texts out of a list, in any letter case.
func dropTexts(o *jsontree.Object, key string, texts names) {
	dropFrom(o, key, func(member any) bool {
		text, ok := member.(string)
		return ok && texts.has(text)
	})
}

// whole writes a number for a field of whole numbers, decimal one for a field of floats.
func whole(n float64) jsontree.Number { return jsontree.Number(number(n)) }

func decimal(n float64) jsontree.Number {
	text := amount(n)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return jsontree.Number(text)
}

func folded(name string) string { return strings.ToLower(name) }

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}
