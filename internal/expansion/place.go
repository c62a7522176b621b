package expansion

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// Spot is a value in a document with what is declared of it.
type Spot struct {
	Path  string // Patrols.3.Units
	Key   string // the last step of the path
	Field *Field
	Value any // nil where there is none
	up    *Spot
}

// Root returns the spot of a whole document.
func (d *Schema) Root(document *jsontree.Object) *Spot {
	return &Spot{Field: &Field{Type: Object, Fields: d.Fields, Label: d.Title}, Value: document}
}

// Up returns what the value is in, or nil at the root.
func (s *Spot) Up() *Spot { return s.up }

// Find returns the spot at a path below the spot, or nil. Steps of a path are divided by dots; in a key ~1 stands for a dot and
// ~0 for ~.
func (s *Spot) Find(path string) *Spot {
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

// PathOf returns the path of a key of what stands at a path.
func PathOf(path, key string) string { return jsonedit.Join(path, escapeStep.Replace(key)) }

func (s *Spot) step(key string) *Spot {
	next := &Spot{Path: PathOf(s.Path, key), Key: key, Field: s.Field.Member(), up: s}
	switch s.Field.Control(s.Value) {
	case Nested:
		object, _ := s.Value.(*jsontree.Object)
		if next.Field = s.Field.Field(key); next.Field != nil {
			next.Value, _ = next.Field.In(object)
		}
	case Entries, Keyed:
		object, _ := s.Value.(*jsontree.Object)
		if !object.Has(key) {
			return nil
		}
		next.Value, _ = object.Get(key)
	case Table:
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

// Set puts another value in the place. What it is in is put in its own place too, where it has only been a default so far.
func (s *Spot) Set(value any) {
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
	s.up.Set(s.up.Value)
}

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

// Add puts a new member at the end of a list or, under a key, into a map, and returns its spot; nil when the key is none or
// is taken.
func (s *Spot) Add(key string) *Spot {
	member := s.Field.Member().New()
	switch s.Field.Control(s.Value) {
	case Table:
		list, _ := s.Value.([]any)
		s.Set(append(slices.Clone(list), member))
		return s.step(strconv.Itoa(len(list)))
	case Entries, Keyed:
		object, _ := s.Value.(*jsontree.Object)
		if key == "" || object.Has(key) {
			return nil
		}
		if object == nil {
			object = new(jsontree.Object)
		}
		object.Set(key, member)
		s.Set(object)
		return s.step(key)
	}
	return nil
}

// Remove takes the value out of its list or map; it tells whether it is in one.
func (s *Spot) Remove() bool {
	if s.up == nil {
		return false
	}
	switch s.up.Field.usual() {
	case Entries, Keyed:
		s.up.Value.(*jsontree.Object).Delete(s.Key)
		s.up.Set(s.up.Value)
		return true
	case Table:
		place, _ := strconv.Atoi(s.Key)
		s.up.Set(slices.Delete(slices.Clone(s.up.Value.([]any)), place, place+1))
		return true
	}
	return false
}

// Copy puts a copy of an element behind it and returns its spot, or nil where the value is in no list.
func (s *Spot) Copy() *Spot {
	if s.up == nil || s.up.Field.usual() != Table {
		return nil
	}
	place, _ := strconv.Atoi(s.Key)
	s.up.Set(slices.Insert(slices.Clone(s.up.Value.([]any)), place+1, jsontree.Clone(s.Value)))
	return s.up.step(strconv.Itoa(place + 1))
}

// Move changes places with the neighbour that many places further; it tells whether there is one.
func (s *Spot) Move(by int) bool {
	if s.up == nil || s.up.Field.usual() != Table {
		return false
	}
	list := slices.Clone(s.up.Value.([]any))
	place, _ := strconv.Atoi(s.Key)
	if place+by < 0 || place+by >= len(list) {
		return false
	}
	list[place], list[place+by] = list[place+by], list[place]
	s.up.Set(list)
	return true
}

// IsDefault tells whether a value is the default of the field, or the field has none.
func (f *Field) IsDefault(value any) bool {
	return f.Default == nil || f.same(f.New(), value)
}

func (f *Field) same(a, b any) bool {
	n, isNumber := numberOf(a)
	m, alsoNumber := numberOf(b)
	if isNumber && alsoNumber {
		return n == m || f.Type == Float && sameFloat(n, m)
	}
	return sameMembers(f, a, b)
}

func sameMembers(f *Field, a, b any) bool {
	list, isList := a.([]any)
	other, alsoList := b.([]any)
	if !isList || !alsoList {
		return jsonedit.Equal(a, b)
	}
	return slices.EqualFunc(list, other, f.same)
}
