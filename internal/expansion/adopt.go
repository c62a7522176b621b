package expansion

import (
	"math"
	"strconv"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
)

// adopt returns a new value as it is written to the file: with the spelling of the old one if they mean the same, else as the game
// writes a value of its type. Undeclared values are not changed.
func adopt(fields []*Field, old, next *jsontree.Object) *jsontree.Object {
	adopted, named := new(jsontree.Object), ByName(fields)
	for key, value := range next.All() {
		was, _ := old.Get(key)
		if f := named(key); f != nil {
			value = f.adopt(was, value)
		}
		adopted.Set(key, value)
	}
	return adopted
}

func (f *Field) adopt(old, next any) any {
	switch f.Shape {
	case List:
		return f.adoptList(old, next)
	case Map, MapLists:
		return f.adoptMap(old, next)
	}
	return f.adoptOne(old, next)
}

func (f *Field) adoptList(old, next any) any {
	list, isList := next.([]any)
	if !isList {
		return next
	}
	was, _ := old.([]any)
	places := change.Align(was, list)
	adopted := make([]any, len(list))
	for i, member := range list {
		adopted[i] = f.adoptOne(memberLike(was, places[i]), member)
	}
	return adopted
}

func (f *Field) adoptMap(old, next any) any {
	object, isObject := next.(*jsontree.Object)
	if !isObject {
		return next
	}
	was, _ := old.(*jsontree.Object)
	adopted := new(jsontree.Object)
	for key, member := range object.All() {
		before, _ := was.Get(key)
		if f.Shape == MapLists {
			adopted.Set(key, f.adoptList(before, member))
		} else {
			adopted.Set(key, f.adoptOne(before, member))
		}
	}
	return adopted
}

// memberLike returns the old member at an index, or nil. A new member may take over its spelling.
func memberLike(old []any, place int) any {
	if place >= 0 && place < len(old) {
		return old[place]
	}
	return nil
}

func (f *Field) adoptOne(old, next any) any {
	if f.Plain && old == nil && f.Shape == Single {
		old = f.Default
	}
	switch f.Type {
	case Bool:
		return adoptBool(old, next)
	case Float:
		return f.adoptFloat(old, next)
	case Int, Enum:
		return adoptInt(old, next)
	case Vector:
		return f.adoptVector(old, next)
	case Object:
		if object, ok := next.(*jsontree.Object); ok {
			was, _ := old.(*jsontree.Object)
			return adopt(f.Fields, was, object)
		}
	}
	return next
}

// adoptBool writes 0 or 1, or true and false where the file does. Any number but 0 counts as true.
func adoptBool(old, next any) any {
	n, ok := NumberOf(next)
	if !ok {
		return next
	}
	was, had := NumberOf(old)
	_, spelled := old.(bool)
	switch {
	case had && (was != 0) == (n != 0) && (n == was || isTruth(next)):
		return old
	case spelled && (n == 0 || n == 1):
		return n == 1
	}
	if set, ok := next.(bool); ok {
		return truth(set)
	}
	return next
}

func isTruth(value any) bool {
	n, _ := NumberOf(value)
	return n == 0 || n == 1
}

func truth(set bool) jsontree.Number {
	if set {
		return "1"
	}
	return "0"
}

func (f *Field) adoptFloat(old, next any) any {
	number, ok := next.(jsontree.Number)
	if !ok || !isFloat(number) {
		return next
	}
	n, _ := NumberOf(number)
	was, had := NumberOf(old)
	switch {
	case had && (was == n || !f.Inferred && SameFloat(was, n)):
		return old
	case f.Plain:
		return next
	}
	return floatText(n)
}

func adoptInt(old, next any) any {
	number, ok := next.(jsontree.Number)
	if !ok {
		return next
	}
	n, _ := NumberOf(number)
	if was, had := NumberOf(old); had && was == n {
		return old
	}
	if n == math.Trunc(n) && math.Abs(n) <= math.MaxInt32+1 {
		return jsontree.Number(strconv.FormatInt(int64(n), 10))
	}
	return next
}

func (f *Field) adoptVector(old, next any) any {
	list, ok := next.([]any)
	if !ok {
		return next
	}
	was, _ := old.([]any)
	adopted := make([]any, len(list))
	for i, member := range list {
		adopted[i] = f.adoptFloat(memberLike(was, i), member)
	}
	return adopted
}
