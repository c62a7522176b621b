package document

import (
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// FieldsOf returns the fields of like files, by their values. They are those of [Inferred], for several files.
func FieldsOf(trees []*jsontree.Object) []*expansion.Field { return fieldsIn(trees) }

// fieldsIn returns the fields of like objects, in the order in which their keys first come: of the types that all of their values have.
func fieldsIn(objects []*jsontree.Object) (fields []*expansion.Field) {
	values := map[string][]any{}
	var keys []string
	for _, object := range objects {
		for key, value := range object.All() {
			if _, known := values[key]; !known {
				keys = append(keys, key)
			}
			values[key] = append(values[key], value)
		}
	}
	like := likeAll(objects)
	for _, key := range keys {
		f := like.named(key)
		if f == nil {
			f = fieldOf(key, values[key])
		}
		f.Optional = len(values[key]) < len(objects)
		fields = append(fields, f)
	}
	return fields
}

// pattern is the field that all members of an object have but for their names, nil where they differ.
type pattern struct{ *expansion.Field }

// likeAll returns what the members of a single large object are, which stands for a map: objects that are taken for alike.
func likeAll(objects []*jsontree.Object) (like pattern) {
	if len(objects) != 1 || objects[0].Len() <= mostKeys {
		return like
	}
	if members := jsontree.Members(objects[0]); typeOf(members) == objectType {
		if f := fieldOf("", members); len(f.Fields) <= mostKeys {
			like.Field = f
		}
	}
	return like
}

func (p pattern) named(key string) *expansion.Field {
	if p.Field == nil {
		return nil
	}
	f := *p.Field
	f.Name, f.Label = key, labelOf(key)
	return &f
}

// fieldOf returns the field of a key that has these values. One whose values are of several types, or of one that a form cannot show, takes
// any value.
func fieldOf(key string, values []any) *expansion.Field {
	f := &expansion.Field{Name: key, Label: labelOf(key), Type: expansion.Any, Plain: true, Inferred: true}
	values = slices.DeleteFunc(slices.Clone(values), func(value any) bool { return value == nil })
	switch typeOf(values) {
	case objectType:
		ofObjects(f, values)
	case listType:
		ofLists(f, values)
	case mixedType, noType:
	default:
		ofSingles(f, values)
	}
	return f
}

// valueType is what a value is in JSON.
type valueType uint8

const (
	noType valueType = iota // of no values
	objectType
	listType
	textType
	numberType
	truthType
	mixedType
)

// typeOf returns the type of all of the values.
func typeOf(values []any) (t valueType) {
	for _, value := range values {
		switch one := typeOfOne(value); {
		case t == noType:
			t = one
		case t != one:
			return mixedType
		}
	}
	return t
}

func typeOfOne(value any) valueType {
	switch value.(type) {
	case *jsontree.Object:
		return objectType
	case []any:
		return listType
	case string:
		return textType
	case jsontree.Number:
		return numberType
	case bool:
		return truthType
	}
	return mixedType
}

func objectsOf(values []any) []*jsontree.Object {
	list := make([]*jsontree.Object, len(values))
	for i, value := range values {
		list[i] = value.(*jsontree.Object)
	}
	return list
}

// ofObjects makes a field one of objects, or of maps where their keys are names that the owner gives.
func ofObjects(f *expansion.Field, values []any) {
	objects := objectsOf(values)
	if members := allMembers(values); isMap(objects, members) && ofMaps(f, members) {
		return
	}
	if f.Fields = fieldsIn(objects); len(f.Fields) > 0 {
		f.Type = expansion.Object
	}
}

// allMembers returns the members of lists or objects, one after the other.
func allMembers(values []any) (all []any) {
	for _, value := range values {
		all = append(all, jsontree.Members(value)...)
	}
	return all
}

// mostKeys is how many keys an object has that is not a map.
const mostKeys = 100

// isMap reports whether objects are maps: their keys are numbers or very many, or their members are several objects with the same keys.
func isMap(objects []*jsontree.Object, members []any) bool {
	if len(members) == 0 || typeOf(members) == mixedType {
		return false
	}
	if len(members) > mostKeys*len(objects) ||
		!slices.ContainsFunc(objects, func(o *jsontree.Object) bool { return slices.ContainsFunc(o.Keys(), isNoNumber) }) {
		return true
	}
	return typeOf(members) == objectType && len(members) > 1 && haveSameKeys(objectsOf(members))
}

func isNoNumber(key string) bool { return key == "" || strings.Trim(key, "0123456789") != "" }

func haveSameKeys(objects []*jsontree.Object) bool {
	keys := objects[0].Keys()
	return len(keys) > 1 && !slices.ContainsFunc(objects, func(o *jsontree.Object) bool {
		return o.Len() != len(keys) || slices.ContainsFunc(keys, func(key string) bool { return !o.Has(key) })
	})
}

// ofMaps makes a field a map of such members. It reports false for members that a map cannot hold.
func ofMaps(f *expansion.Field, members []any) bool {
	member := fieldOf(f.Name, members)
	switch {
	case member.Shape == expansion.List && member.Type == expansion.Object:
		f.Shape = expansion.MapLists
	case member.Shape == expansion.Single && member.Type != expansion.Any:
		f.Shape = expansion.Map
	default:
		return false
	}
	f.Type, f.Format, f.Unit, f.Choices, f.Fields = member.Type, member.Format, member.Unit, member.Choices, member.Fields
	f.Keys = expansion.String
	return true
}

// ofLists makes a field a list of what is in lists, or a vector. What empty lists are for is not known: they take anything.
func ofLists(f *expansion.Field, values []any) {
	members := allMembers(values)
	switch typeOf(members) {
	case noType:
		f.Shape = expansion.List
	case objectType:
		f.Shape, f.Type, f.Fields = expansion.List, expansion.Object, fieldsIn(objectsOf(members))
	case listType:
		if areVectors(f.Name, members) {
			f.Shape, f.Type = expansion.List, expansion.Vector
		}
	case mixedType:
	default:
		if areVectors(f.Name, values) {
			f.Type = expansion.Vector
			return
		}
		ofSingles(f, members)
		f.Shape, f.Choices, f.Default = expansion.List, nil, nil
	}
}

// ofSingles makes a field one of texts, numbers or truth values.
func ofSingles(f *expansion.Field, values []any) {
	switch typeOf(values) {
	case textType:
		f.Type = expansion.String
		markTexts(f, values)
	case truthType:
		f.Type, f.Default = expansion.Bool, commonest(values, false)
	case numberType:
		f.Type, f.Default = expansion.Float, commonest(values, jsontree.Number("0"))
		markNumbers(f, values)
	}
}

// commonest returns the value that more than half of several are, or else another one: what a new entry begins with.
func commonest(values []any, otherwise any) any {
	count := map[any]int{}
	for _, value := range values {
		if count[value]++; len(values) > 1 && 2*count[value] > len(values) {
			return value
		}
	}
	return otherwise
}
