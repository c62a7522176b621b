package aipreset

import (
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// Typed returns a preset that came from a form, where every value is a text, with the types that the settings have. A text that is
// no value of its field's type stays one.
func Typed(setting *expansion.Schema, preset *jsontree.Object) *jsontree.Object {
	return typedMembers(setting.Fields(), preset)
}

func typedMembers(fields []*expansion.Field, sent *jsontree.Object) *jsontree.Object {
	result := new(jsontree.Object)
	for key, value := range sent.All() {
		if f := fieldNamed(fields, key); f != nil {
			value = typed(f, value)
		}
		result.Set(key, value)
	}
	return result
}

func typed(f *expansion.Field, value any) any {
	switch v := value.(type) {
	case string:
		return typedText(f, v)
	case []any:
		return typedList(f, v)
	case *jsontree.Object:
		return typedObject(f, v)
	}
	return value
}

// typedList reads a list. Keys that count from 0 arrive as one too.
func typedList(f *expansion.Field, sent []any) any {
	if isMap(f) {
		object := new(jsontree.Object)
		for i, member := range sent {
			object.Set(strconv.Itoa(i), member)
		}
		return typedObject(f, object)
	}
	list := make([]any, len(sent))
	for i, member := range sent {
		list[i] = typed(f, member)
	}
	return list
}

func typedObject(f *expansion.Field, sent *jsontree.Object) any {
	if !isMap(f) {
		return typedMembers(f.Fields, sent)
	}
	object, member := new(jsontree.Object), f.Member()
	for key, value := range sent.All() {
		object.Set(key, typed(member, value))
	}
	return object
}

func typedText(f *expansion.Field, text string) any {
	lower := strings.ToLower(text)
	switch {
	case f.Type == expansion.String:
		return text
	case f.Type == expansion.Bool && (lower == "true" || lower == "on"):
		return truth(true)
	case f.Type == expansion.Bool && (lower == "false" || lower == "off"):
		return truth(false)
	}
	number, err := jsontree.Parse([]byte(text))
	if n, ok := number.(jsontree.Number); ok && err == nil {
		return n
	}
	return text
}
