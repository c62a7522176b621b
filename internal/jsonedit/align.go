package jsonedit

import (
	"strconv"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/textfile"
)

// align returns the elements of a list as members with the keys of those that they were. An element that has moved
// brings its text along.
func (r *rewriter) align(n jsontree.Node, next []any) []pair {
	was := change.Align(n.Value.([]any), next)
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
