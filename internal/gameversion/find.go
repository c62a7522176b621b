package gameversion

import (
	"maps"
	"slices"
	"strconv"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
)

// HasText reports whether the version has a file of that name with just this text, whatever its line ends are.
func (v *Version) HasText(name, text string) bool { return v.Holds(textFact(name, text)) }

// HasFile reports whether the version has a text of that name.
func (v *Version) HasFile(name string) bool { return v.Holds(newPlace(name).says(hasEntry, "")) }

// Spells reports whether the version spells the key of its nth entry of a kind and key like that.
func (v *Version) Spells(kind, key string, nth int) bool {
	return v.Holds(entryPlace(kind, key, nth).says(hasSpelling, key))
}

// Entry returns the nth entry of a kind and key with those fields that the candidates have: what the version says of each, as far as that
// can be found. It returns nil if the version does not have the entry.
func (v *Version) Entry(kind, key string, nth int, candidates ...*jsontree.Object) *jsontree.Object {
	at := entryPlace(kind, key, nth)
	if !v.Holds(at.says(hasEntry, "")) {
		return nil
	}
	entry := new(jsontree.Object)
	for _, c := range candidates {
		for name := range c.All() {
			if !entry.Has(name) {
				entry.Set(name, v.find(at.inside(name), membersNamed(candidates, name)))
			}
		}
	}
	return entry
}

// Document returns a file that is one value, known by its name, as far as it can be found with the help of the candidates; ok is false if
// the version does not have it.
func (v *Version) Document(name string, candidates ...any) (value any, ok bool) {
	at := newPlace(name)
	if !v.Holds(at.says(hasEntry, "")) {
		return nil, false
	}
	return v.find(at, candidates), true
}

// find returns what the version says at a place: one of the candidates, or what can be put together of them, or a usual value.
func (v *Version) find(at place, candidates []any) any {
	var objects []*jsontree.Object
	var lists [][]any
	for _, c := range append(candidates[:len(candidates):len(candidates)], nil) {
		switch c := c.(type) {
		case *jsontree.Object:
			if isPlace(c) && v.Holds(at.says(hasValue, placeText(c))) {
				return c
			}
			objects = append(objects, c)
		case []any:
			lists = append(lists, c)
		default:
			if v.Holds(at.says(hasValue, scalarText(c))) {
				return c
			}
		}
	}
	if found, ok := v.findObject(at, objects); ok {
		return found
	}
	if found, ok := v.findList(at, lists); ok {
		return found
	}
	return v.findUsual(at)
}

// findUsual tries the values that the field has anywhere.
func (v *Version) findUsual(at place) any {
	for _, text := range v.of.usual[at.field] {
		if v.Holds(at.says(hasValue, text)) {
			value, _ := jsontree.Parse([]byte(text))
			return value
		}
	}
	return change.Unknown
}

// findObject finds an object by its keys: those of a candidate, or those that any or all of them have.
func (v *Version) findObject(at place, candidates []*jsontree.Object) (*jsontree.Object, bool) {
	if len(candidates) == 0 {
		return nil, false
	}
	keys, found := v.findKeys(at, candidates)
	if !found {
		return nil, false
	}
	object := new(jsontree.Object)
	for _, key := range keys {
		object.Set(key, v.find(at.inside(key), membersNamed(candidates, key)))
	}
	return object, true
}

func (v *Version) findKeys(at place, candidates []*jsontree.Object) ([]string, bool) {
	any, all := candidates[0].Keys(), candidates[0].Keys()
	sets := [][]string{any}
	for _, c := range candidates[1:] {
		sets = append(sets, c.Keys())
		any = append(any, slices.DeleteFunc(c.Keys(), func(key string) bool { return slices.Contains(any, key) })...)
		all = slices.DeleteFunc(all, func(key string) bool { return !c.Has(key) })
	}
	for _, keys := range append(sets, any, all) {
		if v.Holds(at.says(hasKeys, keysText(keys))) {
			return keys, true
		}
	}
	return nil, false
}

// mostMore is how many elements more than any candidate a list may have to be found.
const mostMore = 100

// findList finds a list by its length, and its elements among those of the candidates.
func (v *Version) findList(at place, candidates [][]any) ([]any, bool) {
	if len(candidates) == 0 {
		return nil, false
	}
	length, found := v.findLength(at, candidates)
	if !found {
		return nil, false
	}
	if words := v.findWords(at, candidates); len(words) == length {
		return inOrderOf(words, candidates), true
	} else if len(words) > 0 {
		return append(words, change.Unknown), true
	}
	list, all := make([]any, length), slices.Concat(candidates...)
	for i := range list {
		list[i] = v.find(at.element(i), elementsFrom(candidates, i, all))
	}
	return list, true
}

func (v *Version) findLength(at place, candidates [][]any) (length int, found bool) {
	most, tried := 0, make([]int, 0, len(candidates)+mostMore)
	for _, c := range candidates {
		tried, most = append(tried, lengthOf(c)), max(most, len(c))
	}
	for n := range most + mostMore {
		tried = append(tried, n)
	}
	i := slices.IndexFunc(tried, func(n int) bool { return v.Holds(at.says(hasLength, strconv.Itoa(n))) })
	if i < 0 {
		return 0, false
	}
	return tried[i], true
}

// findWords returns the members of a set of words: of those in the candidates and the usual ones.
func (v *Version) findWords(at place, candidates [][]any) (words []any) {
	seen := map[string]bool{}
	try := func(word any) {
		text := fold(word)
		if _, isText := word.(string); !isText || seen[text] {
			return
		}
		if seen[text] = true; v.Holds(at.says(hasMember, text)) {
			words = append(words, word)
		}
	}
	for _, c := range candidates {
		for _, word := range c {
			try(word)
		}
	}
	for _, text := range v.of.usual[at.field+"[]"] {
		word, _ := jsontree.Parse([]byte(text))
		try(word)
	}
	return words
}

// inOrderOf returns the candidate that is the same set, else the words as they are.
func inOrderOf(words []any, candidates [][]any) []any {
	for _, c := range candidates {
		if areWords(c) && maps.Equal(wordsOf(c), wordsOf(words)) {
			return c
		}
	}
	return append([]any{}, words...)
}

// elementsFrom returns elements of lists, those with that index before all others.
func elementsFrom(lists [][]any, i int, all []any) (elements []any) {
	for _, list := range lists {
		if i < len(list) {
			elements = append(elements, list[i])
		}
	}
	return append(elements, all...)
}

func membersNamed(objects []*jsontree.Object, name string) (members []any) {
	for _, o := range objects {
		if value, there := o.Get(name); there {
			members = append(members, value)
		}
	}
	return members
}
