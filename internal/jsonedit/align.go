package jsonedit

import (
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/textfile"
)

// names are the keys that identify an object of a list, the most specific first.
var names = []string{"ClassName", "Name", "m_UID", "ID", "SlotName", "Container", "Weekday", "name", "folder", "type"}

// identity returns the key and value that identify an object of a list, empty where it has none.
func identity(element any) string {
	object, _ := element.(*jsontree.Object)
	for _, name := range names {
		if value, ok := object.Get(name); ok && value != "" && !holdsOthers(value) {
			return name + string(jsontree.AppendValue(nil, value))
		}
	}
	return ""
}

// Align finds for each element of a list which element of an older list it was, -1 for none: the same value, else one of the
// same name, else one that has something in common with it, else what is left over in their order.
func Align(old, next []any) []int {
	was := make([]int, len(next))
	for j := range was {
		was[j] = -1
	}
	a := aligner{old: old, next: next, was: was, taken: make([]bool, len(old))}
	a.ends()
	a.by(func(element any) string { return string(jsontree.AppendValue(nil, element)) })
	a.by(identity)
	a.alike()
	a.rest()
	return was
}

type aligner struct {
	old, next []any
	was       []int
	taken     []bool
}

func (a *aligner) match(i, j int) { a.was[j], a.taken[i] = i, true }

// ends matches what is equal at the beginning and at the end, as most of a list is.
func (a *aligner) ends() {
	start, both := 0, min(len(a.old), len(a.next))
	for start < both && Equal(a.old[start], a.next[start]) {
		a.match(start, start)
		start++
	}
	for end := 1; end <= both-start && Equal(a.old[len(a.old)-end], a.next[len(a.next)-end]); end++ {
		a.match(len(a.old)-end, len(a.next)-end)
	}
}

// by matches elements of the same key, the nth of a key with the nth.
func (a *aligner) by(key func(any) string) {
	free := map[string][]int{}
	for i, element := range a.old {
		if k := a.keyOf(element, key, a.taken[i]); k != "" {
			free[k] = append(free[k], i)
		}
	}
	for j, element := range a.next {
		k := a.keyOf(element, key, a.was[j] >= 0)
		if queue := free[k]; k != "" && len(queue) > 0 {
			a.match(queue[0], j)
			free[k] = queue[1:]
		}
	}
}

func (a *aligner) keyOf(element any, key func(any) string, done bool) string {
	if done {
		return ""
	}
	return key(element)
}

// rest matches what is left over: a changed value stands where the old one stood, an object between the same neighbours.
func (a *aligner) rest() {
	i := 0
	for j, element := range a.next {
		if a.was[j] >= 0 {
			i = max(i, a.was[j]+1)
			continue
		}
		if i < len(a.old) && !a.taken[i] && bracketOf(a.old[i]) == bracketOf(element) {
			a.match(i, j)
			i++
		}
	}
}

// align returns the elements of a list as members with the keys of those that they were. An element that has moved
// brings its text along.
func (r *rewriter) align(n jsontree.Node, next []any) []pair {
	was := Align(n.Value.([]any), next)
	stays := textfile.LongestRun(was) // the others move
	pairs := make([]pair, len(next))
	for j, element := range next {
		pairs[j] = pair{key: "+" + strconv.Itoa(j), value: element}
		switch {
		case stays[j]:
			pairs[j].key = strconv.Itoa(was[j])
		case was[j] >= 0:
			pairs[j].text = r.moved(n.Members[was[j]], element)
		}
	}
	return pairs
}

// moved returns the text of an element that goes to another place, with its new value.
func (r *rewriter) moved(n jsontree.Node, value any) string {
	there := rewriter{src: r.src[:n.End], lines: r.lines, Layout: r.Layout}
	there.value(n, value)
	for i := range there.edits {
		there.edits[i].start -= n.Start
		there.edits[i].end -= n.Start
	}
	there.src = r.src[n.Start:n.End]
	return there.text()
}
