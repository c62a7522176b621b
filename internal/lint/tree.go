package lint

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// numberAt returns a number of an object, and whether there is one. Files made by hand may hold it as text.
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
		return 0, false // ParseFloat accepts the last two; JSON does not
	}
	return n, true
}

// isSet reports whether a flag of an object is set: true, or any number but 0.
func isSet(o *jsontree.Object, key string) bool {
	value, _ := o.Get(key)
	n, _ := numeric(value)
	return value == true || n != 0
}

// textsAt returns the texts of a list that are not empty.
func textsAt(o *jsontree.Object, key string) []string {
	return slices.DeleteFunc(o.Texts(key), func(text string) bool { return text == "" })
}

// dropFrom removes members from a list.
func dropFrom(o *jsontree.Object, key string, drop func(member any) bool) {
	o.Set(key, slices.DeleteFunc(append([]any{}, o.List(key)...), drop))
}

// dropTexts removes texts from a list, ignoring case.
func dropTexts(o *jsontree.Object, key string, texts names) {
	dropFrom(o, key, func(member any) bool {
		text, ok := member.(string)
		return ok && texts.has(text)
	})
}

// whole formats a number for an integer field, decimal for a float field.
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
