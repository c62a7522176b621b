package gameversion

import (
	"strconv"

	"quartermaster/internal/jsontree"
)

// Difference says how a file differs from a version.
type Difference struct {
	Changes int            // values that the version has otherwise: a list of words is one, and of another list what differs in it
	Own     int            // entries that the version does not have
	Had     map[string]int // entries that it has, by their kinds
}

// Compare compares a file with the version.
func (v *Version) Compare(file *Imprint) Difference {
	d := Difference{Had: map[string]int{}}
	for _, e := range file.Entries {
		switch {
		case v.Holds(e.Is):
			d.Changes += v.changesIn(e)
			if !e.beside {
				d.Had[e.Kind]++
			}
		case e.beside:
			d.Changes++
		default:
			d.Own++
		}
	}
	return d
}

// changesIn counts the values of an entry that the version has otherwise.
func (v *Version) changesIn(e Entry) (n int) {
	if e.fields == nil {
		return v.changes(e.at, e.value)
	}
	return v.changesOfFields(e.at, e.fields)
}

func (v *Version) changesOfFields(at place, fields *jsontree.Object) (n int) {
	for name, value := range fields.All() {
		n += v.changes(at.inside(name), value)
	}
	return n
}

// Has reports whether the version has the nth entry of a kind and key.
func (v *Version) Has(kind, key string, nth int) bool {
	return v.Holds(entryPlace(kind, key, nth).says(hasEntry, ""))
}

// Changed reports whether fields of an entry have other values than in the version.
func (v *Version) Changed(kind, key string, nth int, values *jsontree.Object) bool {
	return v.changesOfFields(entryPlace(kind, key, nth), values) > 0
}

// changes counts what the version has otherwise at a place and inside it.
func (v *Version) changes(at place, value any) (n int) {
	object, isObject := value.(*jsontree.Object)
	list, isList := value.([]any)
	switch {
	case isPlace(value):
		return v.lacks(at.says(hasValue, placeText(value)))
	case isObject:
		for key, member := range object.All() {
			n += v.changes(at.inside(key), member)
		}
		return max(n, v.lacks(at.says(hasKeys, keysText(object.Keys()))))
	case isList && areWords(list):
		return v.changesOfWords(at, list)
	case isList && v.lacks(at.says(hasLength, strconv.Itoa(lengthOf(list)))) == 1:
		return 1
	case isList:
		for i, element := range list {
			n += v.changes(at.element(i), element)
		}
		return n
	}
	return v.lacks(at.says(hasValue, scalarText(value)))
}

// changesOfWords is 1 for another set.
func (v *Version) changesOfWords(at place, words []any) int {
	n := v.lacks(at.says(hasLength, strconv.Itoa(lengthOf(words))))
	for word := range wordsOf(words) {
		n = max(n, v.lacks(at.says(hasMember, word)))
	}
	return n
}

// lacks is 1 for what does not hold.
func (v *Version) lacks(f Fact) int {
	if v.Holds(f) {
		return 0
	}
	return 1
}
