// Package jsontree holds JSON as an ordered tree and speaks the JSON dialect of the wire.
//
// A tree consists of nil, bool, string, [Number], []any and [*Object]. Nothing is
// converted on the way in: a number keeps its literal, an object keeps the order of its keys.
package jsontree

import (
	"iter"
	"slices"
	"strconv"
)

// Number is the literal of a JSON number, exactly as it was sent.
type Number string

// indexFrom is the size at which an object is worth an index: below it a scan is faster.
const indexFrom = 17

// Object is a JSON object that keeps its keys in the order of their first appearance.
// The zero value is an empty object; a nil Object reads as an empty one.
// It is not safe for concurrent writes.
type Object struct {
	members []member
	index   map[string]int
}

type member struct {
	key   string
	value any
}

// Len returns the number of members.
func (o *Object) Len() int {
	if o == nil {
		return 0
	}
	return len(o.members)
}

// Keys returns the keys in order, in a slice of the caller's own.
func (o *Object) Keys() []string {
	keys := make([]string, 0, o.Len())
	for key := range o.All() {
		keys = append(keys, key)
	}
	return keys
}

// All iterates over the members in order. The object may be written meanwhile: the walk goes over the members that it had at
// the start.
func (o *Object) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		if o == nil {
			return
		}
		for i, members := 0, o.members; i < len(members); i++ {
			if !yield(members[i].key, members[i].value) {
				return
			}
		}
	}
}

// Get returns the value under key and whether there is one. Keys are case-sensitive.
func (o *Object) Get(key string) (any, bool) {
	i := o.find(key)
	if i < 0 {
		return nil, false
	}
	return o.members[i].value, true
}

// Has reports whether there is a member under key, be it null.
func (o *Object) Has(key string) bool {
	return o.find(key) >= 0
}

// Set stores value under key. A key that is there already keeps its position.
func (o *Object) Set(key string, value any) {
	if i := o.find(key); i >= 0 {
		o.members[i].value = value
		return
	}
	o.members = append(o.members, member{key, value})
	o.extendIndex()
}

// Delete removes the member under key; the others keep their order.
func (o *Object) Delete(key string) {
	i := o.find(key)
	if i < 0 {
		return
	}
	o.members = slices.Concat(o.members[:i], o.members[i+1:]) // a new slice: somebody may walk over the old one
	o.index = nil
	o.extendIndex()
}

func (o *Object) find(key string) int {
	if o == nil {
		return -1
	}
	if o.index != nil {
		if i, ok := o.index[key]; ok {
			return i
		}
		return -1
	}
	for i := range o.members {
		if o.members[i].key == key {
			return i
		}
	}
	return -1
}

// extendIndex brings the index up to date after the last member was added, or builds it.
func (o *Object) extendIndex() {
	if len(o.members) < indexFrom {
		return
	}
	if o.index != nil {
		o.index[o.members[len(o.members)-1].key] = len(o.members) - 1
		return
	}
	o.index = make(map[string]int, 2*len(o.members))
	for i := range o.members {
		o.index[o.members[i].key] = i
	}
}

// Clone returns a copy of the object that shares nothing with it.
func (o *Object) Clone() *Object {
	clone := new(Object)
	for key, value := range o.All() {
		clone.Set(key, Clone(value))
	}
	return clone
}

// Clone returns a copy of a value that shares nothing with it.
func Clone(value any) any {
	switch v := value.(type) {
	case []any:
		list := make([]any, len(v))
		for i, member := range v {
			list[i] = Clone(member)
		}
		return list
	case *Object:
		return v.Clone()
	}
	return value
}

// Members returns the members of a list, or those of an object in its order; nil for what holds no others. A form whose rows
// have gaps in their numbers comes as an object.
func Members(value any) []any {
	switch v := value.(type) {
	case []any:
		return v
	case *Object:
		list := make([]any, 0, v.Len())
		for _, member := range v.All() {
			list = append(list, member)
		}
		return list
	}
	return nil
}

// ScalarText returns the text of a value that holds no others: of a text or a number as it stands there, true or false; "" for null, and
// for a value that holds others.
func ScalarText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case Number:
		return string(v)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// Bracket returns the bracket that opens a value, 0 for a value that holds no others.
func Bracket(value any) byte {
	switch value.(type) {
	case *Object:
		return '{'
	case []any:
		return '['
	}
	return 0
}
