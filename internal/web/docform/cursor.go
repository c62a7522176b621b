package docform

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// Cursor is a value in a document with its path and its declaration.
type Cursor struct {
	Path  string // Patrols.3.Units
	Key   string // the last step of the path
	Field *expansion.Field
	Value any // nil where there is none
	up    *Cursor
}

// root returns the cursor of a whole document.
func root(d *expansion.Schema, document *jsontree.Object) *Cursor {
	return &Cursor{Field: &expansion.Field{Type: expansion.Object, Fields: d.Fields, Label: d.Title}, Value: document}
}

// Up returns what the value is in, or nil at the root.
func (s *Cursor) Up() *Cursor { return s.up }

// find returns the cursor at a path below the cursor, or nil. Steps of a path are divided by dots; in a key ~1 stands for a dot and
// ~0 for ~.
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

// pathOf returns the path of a key of what stands at a path.
func pathOf(path, key string) string { return jsonedit.Join(path, escapeStep.Replace(key)) }

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
		place, err := strconv.Atoi(key)
		if err != nil || place < 0 || place >= len(list) || strconv.Itoa(place) != key {
			return nil
		}
		next.Value = list[place]
	default:
		return nil
	}
	if next.Field == nil {
		return nil
	}
	return next
}

// set puts another value in its place. What it is in is put in its own place too, where it has only been a default so far.
func (s *Cursor) set(value any) {
	if s.up == nil {
		*s.Value.(*jsontree.Object) = *value.(*jsontree.Object)
		return
	}
	s.Value = value
	if list, ok := s.up.Value.([]any); ok {
		place, _ := strconv.Atoi(s.Key)
		list[place] = value
	} else if object, ok := s.up.Value.(*jsontree.Object); ok {
		object.Set(s.Key, value)
	}
	s.up.set(s.up.Value)
}

// add puts a new member at the end of a list or, under a key, into a map, and returns its cursor; nil when the key is none or
// is taken.
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

// remove takes the value out of its list or map; it reports whether it is in one.
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
		place, _ := strconv.Atoi(s.Key)
		s.up.set(slices.Delete(slices.Clone(s.up.Value.([]any)), place, place+1))
		return true
	}
	return false
}

// duplicate puts a copy of an element behind it and returns its cursor, or nil where the value is in no list.
func (s *Cursor) duplicate() *Cursor {
	if s.up == nil || usualControl(s.up.Field) != tableControl {
		return nil
	}
	place, _ := strconv.Atoi(s.Key)
	s.up.set(slices.Insert(slices.Clone(s.up.Value.([]any)), place+1, jsontree.Clone(s.Value)))
	return s.up.step(strconv.Itoa(place + 1))
}

// move swaps the element with the one that many indexes further; it reports whether there is one.
func (s *Cursor) move(by int) bool {
	if s.up == nil || usualControl(s.up.Field) != tableControl {
		return false
	}
	list := slices.Clone(s.up.Value.([]any))
	place, _ := strconv.Atoi(s.Key)
	if place+by < 0 || place+by >= len(list) {
		return false
	}
	list[place], list[place+by] = list[place+by], list[place]
	s.up.set(list)
	return true
}

// Title returns the name of the value on pages.
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
