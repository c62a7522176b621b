package change

import (
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// Difference is a value that two trees have at the same place and that is not the same, or that only one of them has.
type Difference struct {
	Path     string // Items[AKM].MaxPriceThreshold: keys, and elements of lists by their names or else their places
	Old, New any    // of jsontree
	Added    bool   // there is no old value
	Removed  bool   // there is no new value
}

// Compare returns how two trees differ, in the order of the new one; what is gone comes last in its object or list. Elements of
// lists are known again by their names, so that one that has only moved is no change.
func Compare(old, next any) []Difference {
	var c comparer
	c.value("", old, next)
	return c.changes
}

type comparer struct {
	changes []Difference
	named   bool // lists are compared by their elements only where all of these have names
}

func (c *comparer) value(path string, old, next any) {
	was, isObject := old.(*jsontree.Object)
	is, stays := next.(*jsontree.Object)
	if isObject && stays {
		c.object(path, was, is)
		return
	}
	list, isList := old.([]any)
	other, stays := next.([]any)
	switch {
	case isList && stays && (hasObjects(list) || hasObjects(other)) && (!c.named || areNamed(list, other)):
		c.list(path, list, other)
	case !jsontree.Equal(old, next):
		c.changes = append(c.changes, Difference{Path: path, Old: old, New: next})
	}
}

// hasObjects reports that a list is compared by its elements: lists of plain values are read better as a whole.
func hasObjects(list []any) bool {
	for _, element := range list {
		if jsontree.HoldsOthers(element) {
			return true
		}
	}
	return false
}

func (c *comparer) object(path string, old, next *jsontree.Object) {
	for key, value := range next.All() {
		if was, ok := old.Get(key); ok {
			c.value(jsontree.Join(path, key), was, value)
		} else {
			c.changes = append(c.changes, Difference{Path: jsontree.Join(path, key), New: value, Added: true})
		}
	}
	for key, value := range old.All() {
		if !next.Has(key) {
			c.changes = append(c.changes, Difference{Path: jsontree.Join(path, key), Old: value, Removed: true})
		}
	}
}

func (c *comparer) list(path string, old, next []any) {
	stays := make([]bool, len(old))
	for j, i := range Align(old, next) {
		at := path + elementName(next[j], j)
		if i < 0 || c.named && elementName(old[i], j) != elementName(next[j], j) {
			c.changes = append(c.changes, Difference{Path: at, New: next[j], Added: true})
			continue
		}
		stays[i] = true
		c.value(at, old[i], next[j])
	}
	for i, element := range old {
		if !stays[i] {
			c.changes = append(c.changes, Difference{Path: path + elementName(element, i), Old: element, Removed: true})
		}
	}
}

// areNamed reports whether each element of lists has a path of its own that does not say where it stands.
func areNamed(lists ...[]any) bool {
	for _, list := range lists {
		seen := map[string]bool{elementName(nil, 0): true}
		for _, one := range list {
			name := elementName(one, 0)
			if seen[name] {
				return false
			}
			seen[name] = true
		}
	}
	return true
}

// elementName names an element of a list by its identity, or else by its index, counted from 1.
func elementName(element any, place int) string {
	object, _ := element.(*jsontree.Object)
	for _, name := range names {
		value, _ := object.Get(name)
		if text, ok := value.(string); ok && text != "" {
			return "[" + strings.NewReplacer("[", "(", "]", ")").Replace(text) + "]"
		}
	}
	return "[" + strconv.Itoa(place+1) + "]"
}
