package change

import "quartermaster/internal/jsontree"

// names are the keys that identify an object of a list, the most specific first.
var names = []string{"ClassName", "Name", "m_UID", "ID", "SlotName", "Container", "Weekday", "name", "folder", "type"}

// identity returns the key and value that identify an object of a list, empty where it has none.
func identity(element any) string {
	object, _ := element.(*jsontree.Object)
	for _, name := range names {
		if value, ok := object.Get(name); ok && value != "" && !jsontree.HoldsOthers(value) {
			return name + string(jsontree.AppendValue(nil, value))
		}
	}
	return ""
}

// Align finds for each element of a list which element of an older list it was, -1 for none: the same value, else one of the
// same name, else one that has something in common with it, else what is left over in their order.
func Align(old, next []any) []int {
	a := aligner{NewMatching(len(old), len(next)), old, next}
	a.Ends(func(i, j int) bool { return jsontree.Equal(old[i], next[j]) })
	a.by(func(element any) string { return string(jsontree.AppendValue(nil, element)) })
	a.by(identity)
	a.alike()
	a.rest()
	return a.Was
}

type aligner struct {
	*Matching
	old, next []any
}

// by matches elements of the same key, the nth of a key with the nth.
func (a *aligner) by(key func(any) string) {
	a.ByKey(func(i int) string { return key(a.old[i]) }, func(j int) string { return key(a.next[j]) })
}

// rest matches what is left over: a changed value stands where the old one stood, an object between the same neighbours.
func (a *aligner) rest() {
	i := 0
	for j, element := range a.next {
		if a.Was[j] >= 0 {
			i = max(i, a.Was[j]+1)
			continue
		}
		if i < len(a.old) && a.IsFree(i) && jsontree.Bracket(a.old[i]) == jsontree.Bracket(element) {
			a.Match(i, j)
			i++
		}
	}
}
