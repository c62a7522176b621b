package change

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// CompareNamed is Compare where each path can be found again in another version: a list whose elements are not all known by names of their
// own is one value.
func CompareNamed(old, next any) []Difference {
	c := comparer{named: true}
	c.value("", old, next)
	return c.changes
}

// At returns the value at a path of CompareNamed, and whether there is one.
func At(tree any, path string) (value any, there bool) {
	if path == "" {
		return tree, true
	}
	switch v := tree.(type) {
	case *jsontree.Object:
		key, rest := memberAt(v, path)
		value, there = v.Get(key)
		if there && rest != "" {
			return At(value, rest)
		}
	case []any:
		if i, rest := element(v, path); i >= 0 {
			return At(v[i], rest)
		}
	}
	return value, there
}

// With returns a tree with another value at a path of CompareNamed, or without it. It returns false where there is nothing that could hold
// the value, and leaves the tree that it is given as it is.
func With(tree any, path string, value any, there bool) (any, bool) {
	if path == "" {
		return value, true
	}
	switch v := tree.(type) {
	case *jsontree.Object:
		return withMember(v, path, value, there)
	case []any:
		return withElement(v, path, value, there)
	}
	return tree, !there
}

func withMember(o *jsontree.Object, path string, value any, there bool) (any, bool) {
	key, rest := memberAt(o, path)
	next := copied(o)
	held, holds := o.Get(key)
	switch {
	case rest != "" && !holds:
		return o, !there
	case rest != "":
		inner, ok := With(held, rest, value, there)
		next.Set(key, inner)
		return next, ok
	case there:
		next.Set(key, value)
	default:
		next.Delete(key)
	}
	return next, true
}

func withElement(list []any, path string, value any, there bool) (any, bool) {
	i, rest := element(list, path)
	next := slices.Clone(list)
	switch {
	case i < 0 && there && strings.HasSuffix(path, "]") && elementName(value, -1) == path:
		return append(next, value), true
	case i < 0:
		return list, !there
	case rest != "":
		inner, ok := With(list[i], rest, value, there)
		next[i] = inner
		return next, ok
	case there:
		next[i] = value
	default:
		next = slices.Delete(next, i, i+1)
	}
	return next, true
}

func copied(o *jsontree.Object) *jsontree.Object {
	next := new(jsontree.Object)
	for key, value := range o.All() {
		next.Set(key, value)
	}
	return next
}

// memberAt returns the key that a path begins with: the longest that is there, else all of it; and the path below that.
func memberAt(o *jsontree.Object, path string) (key, rest string) {
	found := false
	for one := range o.All() {
		after, begins := strings.CutPrefix(path, one)
		ends := after == "" || after[0] == '.' || after[0] == '['
		if begins && ends && (!found || len(one) > len(key)) {
			key, rest, found = one, strings.TrimPrefix(after, "."), true
		}
	}
	if !found {
		return path, ""
	}
	return key, rest
}

// element returns which element of a list a path begins with, -1 for none, and the path below that.
func element(list []any, path string) (i int, rest string) {
	for i, one := range list {
		after, begins := strings.CutPrefix(path, elementName(one, i))
		if begins && (after == "" || after[0] == '.' || after[0] == '[') {
			return i, strings.TrimPrefix(after, ".")
		}
	}
	return -1, ""
}
