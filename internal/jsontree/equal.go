package jsontree

import (
	"slices"
	"strconv"
)

// Equal reports whether two trees are the same value: numbers may be spelled differently.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case Number:
		b, ok := b.(Number)
		return ok && equalNumbers(string(a), string(b))
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, Equal)
	case *Object:
		b, ok := b.(*Object)
		return ok && equalObjects(a, b)
	}
	return !HoldsOthers(b) && a == b
}

func equalObjects(a, b *Object) bool {
	for key, value := range a.All() {
		if other, ok := b.Get(key); !ok || !Equal(value, other) {
			return false
		}
	}
	return a.Len() == b.Len()
}

// equalNumbers compares whole numbers by their digits: as floats, large ones that differ would be the same.
func equalNumbers(a, b string) bool {
	m, errA := strconv.ParseInt(a, 10, 64)
	n, errB := strconv.ParseInt(b, 10, 64)
	if errA == nil && errB == nil {
		return m == n
	}
	x, errA := strconv.ParseFloat(a, 64)
	y, errB := strconv.ParseFloat(b, 64)
	return a == b || errA == nil && errB == nil && x == y
}

// HoldsOthers reports whether a value is an object or a list.
func HoldsOthers(value any) bool {
	switch value.(type) {
	case *Object, []any:
		return true
	}
	return false
}

// Join returns the path of a key of what stands at a path: keys and places, divided by dots.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
