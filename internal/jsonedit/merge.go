package jsonedit

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// Conflict is a value that both sides of a merge have changed, each in another way. A side that does not have it holds nil.
type Conflict struct {
	Path               string // as in Difference
	Base, Mine, Theirs any    // of jsontree
}

// Unknown stands in the base of a merge for a value that is not known, and that neither side has.
const Unknown = jsontree.Number("?")

// IsKnown reports whether a value is known with all that it holds.
func IsKnown(value any) bool {
	return value != Unknown && !slices.ContainsFunc(jsontree.Members(value), func(member any) bool { return !IsKnown(member) })
}

// Merge returns a tree with the changes that lead from base to mine and those that lead from base to theirs, in the order of theirs.
// Elements of lists are known again by their names, as in Compare; lists of texts are merged as sets. What both have changed, each in
// another way, is a conflict, in which mine reports whether the value of mine is taken.
func Merge(base, mine, theirs any, mineCounts func(Conflict) bool) any {
	m := merger{mineCounts: mineCounts}
	merged := m.value("", some(base), some(mine), some(theirs))
	return merged.value
}

// MergeWithoutBase is Merge where nobody knows with what both sides have begun. It takes what only theirs has: every other difference is a
// conflict.
func MergeWithoutBase(mine, theirs any, mineCounts func(Conflict) bool) any {
	m := merger{mineCounts: mineCounts, baseless: true}
	merged := m.value("", version{}, some(mine), some(theirs))
	return merged.value
}

// version is a value of one side, or the lack of one.
type version struct {
	value any
	there bool
}

func some(value any) version { return version{value, true} }

func (v version) equal(other version) bool {
	return v.there == other.there && (!v.there || Equal(v.value, other.value))
}

type merger struct {
	mineCounts func(Conflict) bool
	baseless   bool
}

func (m merger) value(path string, base, mine, theirs version) version {
	switch {
	case mine.equal(theirs):
		return mine
	case mine.equal(base):
		return theirs
	case theirs.equal(base) && !m.baseless:
		return mine
	}
	if merged, ok := m.inside(path, base, mine, theirs); ok {
		return some(merged)
	}
	if !IsKnown(base.value) {
		base.value = nil
	}
	if m.mineCounts(Conflict{path, base.value, mine.value, theirs.value}) {
		return mine
	}
	return theirs
}

// inside merges objects and lists by their members; ok is false for other values.
func (m merger) inside(path string, base, mine, theirs version) (merged any, ok bool) {
	ours, isObject := mine.value.(*jsontree.Object)
	other, areObjects := theirs.value.(*jsontree.Object)
	if isObject && areObjects {
		was, _ := base.value.(*jsontree.Object)
		return m.object(path, was, ours, other), true
	}
	ourList, isList := mine.value.([]any)
	otherList, areLists := theirs.value.([]any)
	was, _ := base.value.([]any)
	switch {
	case !isList || !areLists:
		return nil, false
	case m.baseless && !haveNames(ourList, otherList):
		return nil, false
	case hasObjects(was) || hasObjects(ourList) || hasObjects(otherList):
		return m.list(path, was, ourList, otherList), true
	case areTexts(was) && areTexts(ourList) && areTexts(otherList):
		return mergeSets(was, ourList, otherList), true
	}
	return nil, false
}

func (m merger) object(path string, base, mine, theirs *jsontree.Object) *jsontree.Object {
	merged := new(jsontree.Object)
	add := func(key string) {
		if v := m.value(Join(path, key), member(base, key), member(mine, key), member(theirs, key)); v.there {
			merged.Set(key, v.value)
		}
	}
	for key := range theirs.All() {
		add(key)
	}
	for key := range mine.All() {
		if !theirs.Has(key) {
			add(key)
		}
	}
	return merged
}

func member(o *jsontree.Object, key string) version {
	value, there := o.Get(key)
	return version{value, there}
}

// list merges lists of objects. New elements of mine follow the element that they follow there.
func (m merger) list(path string, base, mine, theirs []any) []any {
	l := lists{merger: m, path: path, base: base, mine: mine, theirs: theirs}
	l.pair()
	for j := range theirs {
		l.addTheirs(j)
	}
	for i := range mine {
		if !l.done[i] {
			l.insertMine(i)
		}
	}
	merged := make([]any, len(l.merged))
	for i, e := range l.merged {
		merged[i] = e.value
	}
	return merged
}

// lists are the versions of a list with the elements that belong together.
type lists struct {
	merger
	path               string
	base, mine, theirs []any
	mineWas, theirsWas []int // the element of base that each was, -1 for a new one
	ours               []int // for each element of theirs, that of mine; -1 for none
	done               []bool
	merged             []element
}

// element is one of the merged list; mine is its place in mine, -1 where it is not there.
type element struct {
	value any
	mine  int
}

func (l *lists) pair() {
	l.mineWas, l.theirsWas = Align(l.base, l.mine), Align(l.base, l.theirs)
	l.partOthers()
	l.done, l.ours = make([]bool, len(l.mine)), make([]int, len(l.theirs))
	kept, added := map[int]int{}, map[string]int{}
	for i, was := range l.mineWas {
		if was >= 0 {
			kept[was] = i
		} else if name := identity(l.mine[i]); name != "" {
			added[name] = i
		}
	}
	for j, was := range l.theirsWas {
		i, found := kept[was]
		if was < 0 {
			i, found = added[identity(l.theirs[j])]
		}
		if l.ours[j] = -1; found && !l.done[i] {
			l.ours[j], l.done[i] = i, true
		}
	}
}

// partOthers takes apart what theirs has in the place of an element of the base under another name, such as another item of a cargo: what
// mine has changed of the one says nothing about the other.
func (l *lists) partOthers() {
	for j, was := range l.theirsWas {
		if was >= 0 && !mayBeOne(identity(l.base[was]), identity(l.theirs[j])) {
			l.theirsWas[j] = -1
		}
	}
}

// mayBeOne reports whether identities may be those of one element: without a name nothing speaks against it.
func mayBeOne(one, other string) bool {
	return one == "" || other == "" || strings.EqualFold(one, other)
}

// addTheirs adds an element of theirs, merged with that of mine.
func (l *lists) addTheirs(j int) {
	mine := version{}
	if i := l.ours[j]; i >= 0 {
		mine = some(l.mine[i])
	}
	at := l.path + elementName(l.theirs[j], j)
	if v := l.value(at, l.was(l.theirsWas[j]), mine, some(l.theirs[j])); v.there {
		l.merged = append(l.merged, element{v.value, l.ours[j]})
	}
}

// insertMine adds an element that theirs does not have.
func (l *lists) insertMine(i int) {
	v := l.value(l.path+elementName(l.mine[i], i), l.was(l.mineWas[i]), some(l.mine[i]), version{})
	if !v.there {
		return
	}
	at := slices.IndexFunc(l.merged, func(e element) bool { return e.mine == i-1 && i > 0 }) + 1
	if at == 0 && i > 0 {
		at = len(l.merged)
	}
	l.merged = slices.Insert(l.merged, at, element{v.value, i})
}

func (l *lists) was(i int) version {
	if i < 0 {
		return version{}
	}
	return some(l.base[i])
}

// haveNames reports whether each element of lists is known by a name that no other one of its list has.
func haveNames(lists ...[]any) bool {
	for _, list := range lists {
		seen := map[string]bool{"": true}
		for _, element := range list {
			name := identity(element)
			if seen[name] {
				return false
			}
			seen[name] = true
		}
	}
	return true
}

func areTexts(list []any) bool {
	for _, value := range list {
		if _, isText := value.(string); !isText {
			return false
		}
	}
	return true
}

// mergeSets returns the texts of theirs without what mine has removed, and with what mine has added.
func mergeSets(base, mine, theirs []any) []any {
	merged := slices.DeleteFunc(slices.Clone(theirs), func(text any) bool {
		return slices.Contains(base, text) && !slices.Contains(mine, text)
	})
	for _, text := range mine {
		if !slices.Contains(base, text) && !slices.Contains(theirs, text) {
			merged = append(merged, text)
		}
	}
	return merged
}
