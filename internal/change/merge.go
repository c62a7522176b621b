package change

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

// NoBase stands for the base of a merge where nobody knows what both sides have begun with.
var NoBase any = noBase{}

type noBase struct{}

// Merge returns a tree with the changes that lead from base to mine and those that lead from base to theirs, in the order of theirs.
// Elements of lists are known again by their names, as in Compare; lists of texts are merged as sets. What both have changed, each in
// another way, is a conflict, in which mineCounts reports whether the value of mine is taken. Without a base it takes what only theirs has:
// every other difference is a conflict.
func Merge(base, mine, theirs any, mineCounts func(Conflict) bool) any {
	m := merger{mineCounts: mineCounts, baseless: base == NoBase}
	was := some(base)
	if m.baseless {
		was = version{}
	}
	return m.value("", was, some(mine), some(theirs)).value
}

// version is a value of one side, or the lack of one.
type version struct {
	value any
	there bool
}

func some(value any) version { return version{value, true} }

func (v version) equal(other version) bool {
	return v.there == other.there && (!v.there || jsontree.Equal(v.value, other.value))
}

type merger struct {
	mineCounts func(Conflict) bool
	baseless   bool
}

func (m merger) value(path string, base, mine, theirs version) version {
	outcome := Between(base, mine, theirs, version.equal)
	if m.baseless {
		outcome = outcome.WithoutBase()
	}
	switch outcome {
	case Unchanged, Alike, OnlyMine:
		return mine
	case OnlyTheirs:
		return theirs
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
		if v := m.value(jsontree.Join(path, key), member(base, key), member(mine, key), member(theirs, key)); v.there {
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
func (m merger) list(path string, base, mine, theirs []any) (merged []any) {
	mineWas, theirsWas := Align(base, mine), Align(base, theirs)
	partOthers(base, theirs, theirsWas)
	merged = []any{}
	both := pairUp(mine, theirs, mineWas, theirsWas)
	var places []int // in mine, of the elements of the merged list; -1 for what is not there
	for j, element := range theirs {
		if v := m.value(path+elementName(element, j), at(base, theirsWas[j]), at(mine, both.Was[j]), some(element)); v.there {
			merged, places = append(merged, v.value), append(places, both.Was[j])
		}
	}
	for i, element := range mine {
		if !both.IsFree(i) {
			continue
		}
		if v := m.value(path+elementName(element, i), at(base, mineWas[i]), some(element), version{}); v.there {
			n := behind(places, i)
			merged, places = slices.Insert(merged, n, v.value), slices.Insert(places, n, i)
		}
	}
	return merged
}

// at returns an element of a list; none at -1.
func at(list []any, i int) version {
	if i < 0 {
		return version{}
	}
	return some(list[i])
}

// behind returns where the ith element of mine belongs: behind the one before it, else at the end.
func behind(places []int, i int) int {
	if i == 0 {
		return 0
	}
	if n := slices.Index(places, i-1); n >= 0 {
		return n + 1
	}
	return len(places)
}

// pairUp matches the elements of mine with those of theirs that were the same in the base, and new ones by their names.
func pairUp(mine, theirs []any, mineWas, theirsWas []int) *Matching {
	m := NewMatching(len(mine), len(theirs))
	m.byBase(mineWas, theirsWas, func(_, _ int) bool { return true })
	added := func(list []any, was []int) func(int) string {
		return func(i int) string {
			if was[i] >= 0 {
				return ""
			}
			return identity(list[i])
		}
	}
	m.ByKey(added(mine, mineWas), added(theirs, theirsWas))
	return m
}

// partOthers takes apart what theirs has in the place of an element of the base under another name, such as another item of a cargo: what
// mine has changed of the one says nothing about the other.
func partOthers(base, theirs []any, was []int) {
	for j, i := range was {
		if i >= 0 && !mayBeOne(identity(base[i]), identity(theirs[j])) {
			was[j] = -1
		}
	}
}

// mayBeOne reports whether identities may be those of one element: without a name nothing speaks against it.
func mayBeOne(one, other string) bool {
	return one == "" || other == "" || strings.EqualFold(one, other)
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
	merged := Without(theirs, Without(base, mine))
	return append(merged, Without(Without(mine, base), theirs)...)
}

// Without returns the members of a set that another one does not have.
func Without[T comparable](set, other []T) []T {
	return slices.DeleteFunc(slices.Clone(set), func(one T) bool { return slices.Contains(other, one) })
}
