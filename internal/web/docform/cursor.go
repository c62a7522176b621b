package docform

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// Cursor points to a value in a document.
type Cursor struct {
	Path  string // Patrols.3.Units
	Key   string // the last step of the path
	Field *expansion.Field
	Value any // nil where the document has none
	up    *Cursor
}

// root returns the cursor of a whole document.
func root(d *expansion.Schema, document *jsontree.Object) *Cursor {
	return &Cursor{Field: &expansion.Field{Type: expansion.Object, Fields: d.Fields(), Label: d.Title}, Value: document}
}

// Up returns the cursor of the object, list or map that holds the value, or nil at the root.
func (s *Cursor) Up() *Cursor { return s.up }

// find returns the cursor at a path below this one, or nil. Dots separate the steps of a path; within a key ~1 stands for a dot
// and ~0 for ~.
func (s *Cursor) find(path string) *Cursor {
	if path == "" {
		return s
	}
	for step := range strings.SplitSeq(path, ".") {
		if s = s.step(unescapeStep.Replace(step)); s == nil {
			return nil
		}
	}
	return s
}

var (
	escapeStep   = strings.NewReplacer("~", "~0", ".", "~1")
	unescapeStep = strings.NewReplacer("~1", ".", "~0", "~")
)

// pathOf appends a key to a path.
func pathOf(path, key string) string { return jsontree.Join(path, escapeStep.Replace(key)) }

func (s *Cursor) step(key string) *Cursor {
	next := &Cursor{Path: pathOf(s.Path, key), Key: key, Field: s.Field.Member(), up: s}
	switch controlOf(s.Field, s.Value) {
	case nestedControl:
		object, _ := s.Value.(*jsontree.Object)
		if next.Field = s.Field.Field(key); next.Field != nil {
			next.Value, _ = valueIn(next.Field, object)
		}
	case entriesControl, keyedControl:
		object, _ := s.Value.(*jsontree.Object)
		if !object.Has(key) {
			return nil
		}
		next.Value, _ = object.Get(key)
	case tableControl:
		list, _ := s.Value.([]any)
		index, err := strconv.Atoi(key)
		if err != nil || index < 0 || index >= len(list) || strconv.Itoa(index) != key {
			return nil
		}
		next.Value = list[index]
	default:
		return nil
	}
	if next.Field == nil {
		return nil
	}
	return next
}

// set replaces the value. Where the object around it was only shown as a default so far, it becomes part of the document too.
func (s *Cursor) set(value any) {
	if s.up == nil {
		*s.Value.(*jsontree.Object) = *value.(*jsontree.Object)
		return
	}
	s.Value = value
	if list, ok := s.up.Value.([]any); ok {
		index, _ := strconv.Atoi(s.Key)
		list[index] = value
	} else if object, ok := s.up.Value.(*jsontree.Object); ok {
		object.Set(s.Key, value)
	}
	s.up.set(s.up.Value)
}

// add appends a new member to a list, or puts one into a map under the key, and returns its cursor. It returns nil for a value
// of another type, and for a key that is empty or taken.
func (s *Cursor) add(key string) *Cursor {
	member := s.Field.Member().New()
	switch controlOf(s.Field, s.Value) {
	case tableControl:
		list, _ := s.Value.([]any)
		s.set(append(slices.Clone(list), member))
		return s.step(strconv.Itoa(len(list)))
	case entriesControl, keyedControl:
		object, _ := s.Value.(*jsontree.Object)
		if key == "" || object.Has(key) {
			return nil
		}
		if object == nil {
			object = new(jsontree.Object)
		}
		object.Set(key, member)
		s.set(object)
		return s.step(key)
	}
	return nil
}

// remove takes the value out of its list or map, and reports whether it was in one.
func (s *Cursor) remove() bool {
	if s.up == nil {
		return false
	}
	switch usualControl(s.up.Field) {
	case entriesControl, keyedControl:
		s.up.Value.(*jsontree.Object).Delete(s.Key)
		s.up.set(s.up.Value)
		return true
	case tableControl:
		index, _ := strconv.Atoi(s.Key)
		s.up.set(slices.Delete(slices.Clone(s.up.Value.([]any)), index, index+1))
		return true
	}
	return false
}

// duplicate inserts a copy of an element after it and returns the cursor of the copy, or nil where the value is in no list.
func (s *Cursor) duplicate() *Cursor {
	if s.up == nil || usualControl(s.up.Field) != tableControl {
		return nil
	}
	index, _ := strconv.Atoi(s.Key)
	s.up.set(slices.Insert(slices.Clone(s.up.Value.([]any)), index+1, jsontree.Clone(s.Value)))
	return s.up.step(strconv.Itoa(index + 1))
}

// move swaps the element with the one that many indexes further, and reports whether there is one.
func (s *Cursor) move(by int) bool {
	if s.up == nil || usualControl(s.up.Field) != tableControl {
		return false
	}
	list := slices.Clone(s.up.Value.([]any))
	index, _ := strconv.Atoi(s.Key)
	if index+by < 0 || index+by >= len(list) {
		return false
	}
	list[index], list[index+by] = list[index+by], list[index]
	s.up.set(list)
	return true
}

// Title returns the name of the value on pages: its label, its key in a map, or the first text of an element.
func (s *Cursor) Title() string {
	if s.up == nil || usualControl(s.up.Field) == nestedControl {
		return labelOf(s.Field)
	}
	if usualControl(s.up.Field) == keyedControl {
		return s.Key
	}
	object, _ := s.Value.(*jsontree.Object)
	if title, _ := elementTitle(s.Field, object); title != "" {
		return title
	}
	return "Entry " + following(s.Key)
}
