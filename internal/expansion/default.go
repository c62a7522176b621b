package expansion

import (
	"slices"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// Default returns a new document with the values that the mod gives it; what the mod fills by the map is empty.
func (d *Schema) Default() *jsontree.Object { return New(d.Fields()) }

// New returns an object with the default of each field that is not optional.
func New(fields []*Field) *jsontree.Object {
	object := new(jsontree.Object)
	for _, f := range fields {
		if !f.Optional {
			object.Set(f.Name, f.New())
		}
	}
	return object
}

// New returns the default of a field, or else the empty value of its type.
func (f *Field) New() any {
	if f.Default != nil {
		return f.adopt(nil, f.Default)
	}
	switch f.Shape {
	case List:
		return []any{}
	case Map, MapLists:
		return new(jsontree.Object)
	}
	return f.NewMember()
}

// NewMember returns the empty value of the field's type: what a new member of a list or map begins with.
func (f *Field) NewMember() any {
	switch f.Type {
	case Bool, Int, Enum:
		return jsontree.Number("0")
	case Float:
		return floatText(0)
	case Vector:
		return []any{floatText(0), floatText(0), floatText(0)}
	case Object:
		return New(f.Fields)
	}
	return ""
}

// Text returns a document as the game writes it.
func Text(document *jsontree.Object) string { return jsonedit.Format(document, jsonedit.Game) }

// Member returns what an element of a list or map is: the same field for one value, or for a list of them.
func (f *Field) Member() *Field {
	member := *f
	member.Default = nil
	member.Shape = Single
	if f.Shape == MapLists {
		member.Shape = List
	}
	return &member
}

// IsDefault reports whether a value is the default of the field, or the field has none that is known.
func (f *Field) IsDefault(value any) bool {
	return f.Default == nil || f.Inferred || f.Equal(f.New(), value)
}

// Equal reports whether two values of the field mean the same, however they are spelled.
func (f *Field) Equal(a, b any) bool {
	n, isNumber := NumberOf(a)
	m, alsoNumber := NumberOf(b)
	if isNumber && alsoNumber {
		return n == m || f.Type == Float && SameFloat(n, m)
	}
	return sameMembers(f, a, b)
}

func sameMembers(f *Field, a, b any) bool {
	list, isList := a.([]any)
	other, alsoList := b.([]any)
	if !isList || !alsoList {
		return jsontree.Equal(a, b)
	}
	return slices.EqualFunc(list, other, f.Equal)
}
