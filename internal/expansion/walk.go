package expansion

import (
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// eachObject calls visit for an object of those fields and for all that they declare in it.
func eachObject(path string, fields []*Field, object *jsontree.Object, visit func(path string, fields []*Field, object *jsontree.Object)) {
	visit(path, fields, object)
	for _, f := range fields {
		value, there := object.Get(f.Name)
		if f.Type != Object || !there {
			continue
		}
		eachMember(f.Shape, value, func(key string, member any) {
			if child, ok := member.(*jsontree.Object); ok {
				eachObject(deeper(path, f.Name, key), f.Fields, child, visit)
			}
		})
	}
}

// deeper is the path of a field, or of the member of it that has a key.
func deeper(path, name, key string) string {
	path = jsontree.Join(path, name)
	if key == "" {
		return path
	}
	return jsontree.Join(path, key)
}

// eachMember calls visit for a single value, or for each of a list, a map, or a map of lists. The key is where the member stands in it.
func eachMember(shape Shape, value any, visit func(key string, member any)) {
	list, _ := value.([]any)
	object, _ := value.(*jsontree.Object)
	switch shape {
	case Single:
		visit("", value)
	case List:
		for i, member := range list {
			visit(strconv.Itoa(i), member)
		}
	case Map:
		for key, member := range object.All() {
			visit(key, member)
		}
	case MapLists:
		for key, members := range object.All() {
			eachMember(List, members, func(place string, member any) { visit(key+"."+place, member) })
		}
	}
}

// EachObject calls visit for a document and each object in it that the schema declares, with its path: keys, and places in
// lists counted from 0.
func (d *Schema) EachObject(document *jsontree.Object, visit func(path string, fields []*Field, object *jsontree.Object)) {
	eachObject("", d.Fields(), document, visit)
}

// Formatted is a text of a document whose field has a format.
type Formatted struct {
	Field  *Field
	Text   string
	key    string // in the list or map
	object string // the path of the object
}

// Path returns where the text stands: keys, and places in lists counted from 0.
func (t Formatted) Path() string {
	return deeper(t.object, t.Field.Name, t.key)
}

// Formatted returns the texts of a document whose fields have a format, in its order. A map has them as its keys.
func (d *Schema) Formatted(document *jsontree.Object) (texts []Formatted) {
	d.EachObject(document, func(path string, fields []*Field, object *jsontree.Object) {
		for _, f := range fields {
			if value, there := object.Get(f.Name); f.Format != "" && there {
				texts = append(texts, f.formatted(path, value)...)
			}
		}
	})
	return texts
}

func (f *Field) formatted(path string, value any) (texts []Formatted) {
	eachMember(f.Shape, value, func(key string, member any) {
		if f.Shape == Map {
			member = key
		}
		if text, isText := member.(string); isText && text != "" {
			texts = append(texts, Formatted{f, text, key, path})
		}
	})
	return texts
}

// Numeric reports whether what is wrong is a number.
func (p Problem) Numeric() bool {
	_, ok := p.value.(jsontree.Number)
	return ok
}

// IsOfOtherSort reports whether a text stands where a number must, or the other way round: in no version of a file that is right.
func (p Problem) IsOfOtherSort() bool {
	_, isText := p.value.(string)
	_, isNumber := p.value.(jsontree.Number)
	_, isWord := p.value.(bool)
	switch p.Message.Failure {
	case validate.MustBeBoolean, validate.MustBeNumber, validate.MustBeInteger:
		return isText
	case validate.MustBeString:
		return isNumber || isWord
	}
	return false
}

// Foreign reports whether the value is merely none of those that are known, so that a mod may have brought it.
func (p Problem) Foreign() bool { return p.Message.Failure == isNotKnown }
