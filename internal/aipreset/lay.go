package aipreset

import (
	"errors"
	"strconv"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// Laid is a settings file with a preset laid over it.
type Laid struct {
	Document *expansion.Document // the file as it becomes
	Preset   *jsontree.Object    // of the preset only what differs from the file as it was
	Values   []ProposedValue
	Warnings []string // about values that were left out
	Unknown  []string // paths of keys that the settings do not have
}

// ProposedValue is a field that gets another value.
type ProposedValue struct {
	Path   string // HUDColors.StaminaBarColor
	Field  *expansion.Field
	Old    any // of jsontree; nil if the file does not have the field
	New    any
	Reason string
}

// Lay lays a preset over a settings file: objects are merged by their keys, lists are replaced. A value of the wrong type or out of range
// is left out with a warning. It returns an error, in words for people, where the file would not be valid.
func Lay(setting *expansion.Schema, current *expansion.Document, preset *jsontree.Object) (Laid, error) {
	var c checker
	sound := c.object("", setting.Fields(), preset)
	changed, problems := setting.Change(current, merged(current.Tree, sound))
	if len(problems) > 0 {
		return Laid{}, errors.New(problems[0].Text())
	}
	var d differences
	only := d.object("", setting.Fields(), current.Tree, changed.Tree)
	return Laid{Document: changed, Preset: only, Values: d.changes, Warnings: c.warnings, Unknown: c.unknown}, nil
}

// merged returns the old object with the new values in it, and changes neither.
func merged(old, preset *jsontree.Object) *jsontree.Object {
	result := new(jsontree.Object)
	for key, value := range old.All() {
		result.Set(key, value)
	}
	for key, value := range preset.All() {
		was, _ := result.Get(key)
		before, isObject := was.(*jsontree.Object)
		if object, ok := value.(*jsontree.Object); ok && isObject {
			value = merged(before, object)
		}
		result.Set(key, value)
	}
	return result
}

type differences struct{ changes []ProposedValue }

// object returns the members of the new object that the old one does not have or has with another value.
func (d *differences) object(path string, fields []*expansion.Field, old, next *jsontree.Object) *jsontree.Object {
	only := new(jsontree.Object)
	for key, value := range next.All() {
		was, had := old.Get(key)
		f := fieldNamed(fields, key)
		if f == nil || had && jsontree.Equal(was, value) {
			continue
		}
		only.Set(key, d.value(jsontree.Join(path, key), f, was, value))
	}
	return only
}

func (d *differences) value(path string, f *expansion.Field, old, next any) any {
	was, isObject := old.(*jsontree.Object)
	is, stays := next.(*jsontree.Object)
	if !isObject || !stays {
		old, next = short(f, old), short(f, next)
		d.changes = append(d.changes, ProposedValue{Path: path, Field: f, Old: old, New: next})
		return next
	}
	if f.Shape == expansion.Single {
		return d.object(path, f.Fields, was, is)
	}
	only := new(jsontree.Object)
	for key, value := range is.All() {
		if before, had := was.Get(key); !had || !jsontree.Equal(before, value) {
			only.Set(key, d.value(jsontree.Join(path, key), f.Member(), before, value))
		}
	}
	return only
}

func fieldNamed(fields []*expansion.Field, name string) *expansion.Field {
	return (&expansion.Field{Fields: fields}).Field(name)
}

// short returns a value with its floats as people write them: 0.8, where the game writes the 64 bits of its 32.
func short(f *expansion.Field, value any) any {
	switch v := value.(type) {
	case jsontree.Number:
		if n, ok := numberOf(v); ok && (f.Type == expansion.Float || f.Type == expansion.Vector) {
			return jsontree.Number(strconv.FormatFloat(n, 'f', -1, 32))
		}
	case []any:
		list := make([]any, len(v))
		for i, member := range v {
			list[i] = short(f, member)
		}
		return list
	case *jsontree.Object:
		return shortMembers(f, v)
	}
	return value
}

func shortMembers(f *expansion.Field, object *jsontree.Object) *jsontree.Object {
	result := new(jsontree.Object)
	for key, value := range object.All() {
		if inner := f.Field(key); inner != nil {
			value = short(inner, value)
		}
		result.Set(key, value)
	}
	return result
}
