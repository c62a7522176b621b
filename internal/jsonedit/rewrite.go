// Package jsonedit changes JSON texts and leaves alone what stays equal: the spelling of numbers, the order of keys, white space and
// line ends.
package jsonedit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// Rewrite returns the JSON text src with another value. Members that stay keep their text and their order; a new one stands
// behind the one that it follows in the value. The error is a *jsontree.SyntaxError.
func Rewrite(src string, value any, l Layout) (string, error) {
	root, err := jsontree.ParseNodes(src)
	if err != nil {
		return "", err
	}
	return RewriteNode(src, root, value, l), nil
}

// RewriteNode does what [Rewrite] does to a text whose nodes are known.
func RewriteNode(src string, root jsontree.Node, value any, l Layout) string {
	r := rewriter{src: src, lines: linesOf(src), Layout: l}
	r.value(root, value)
	return r.text()
}

// linesOf returns the offsets at which the lines of a text begin, but for the first.
func linesOf(src string) (starts []int) {
	for at := range len(src) {
		if src[at] == '\n' {
			starts = append(starts, at+1)
		}
	}
	return starts
}

// rewriter collects changes to a text.
type rewriter struct {
	src   string
	lines []int // where they begin
	Layout
	edits []edit
}

type edit struct {
	start, end int
	text       string
}

func (r *rewriter) replace(start, end int, text string) {
	r.edits = append(r.edits, edit{start, end, text})
}

// text returns the text with all changes made.
func (r *rewriter) text() string {
	slices.SortStableFunc(r.edits, func(a, b edit) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	var b strings.Builder
	done := 0
	for _, e := range r.edits {
		b.WriteString(r.src[done:max(done, e.start)] + e.text)
		done = max(done, e.end)
	}
	return b.String() + r.src[done:]
}

// value brings a node to a value.
func (r *rewriter) value(n jsontree.Node, value any) {
	switch bracket := jsontree.Bracket(value); {
	case bracket != jsontree.Bracket(n.Value), bracket == 0 && !jsontree.Equal(n.Value, value):
		r.replace(n.Start, n.End, Format(value, r.at(n.Start)))
	case bracket == '{':
		r.members(n, value, pairsOf(value.(*jsontree.Object)))
	case bracket == '[':
		r.members(n, value, r.align(n, value.([]any)))
	}
}

// at returns the layout with the indentation of the line that holds the offset.
func (r *rewriter) at(offset int) Layout {
	l := r.Layout
	if i, _ := slices.BinarySearch(r.lines, offset+1); i > 0 {
		line := r.src[r.lines[i-1]:offset]
		l.Indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	}
	return l
}

// pair is a member of a value; the key of an element is its index.
type pair struct {
	key   string
	value any
	text  string // of an element that comes from another place, where it has one
}

func pairsOf(object *jsontree.Object) []pair {
	pairs := make([]pair, 0, object.Len())
	for key, member := range object.All() {
		pairs = append(pairs, pair{key: key, value: member})
	}
	return pairs
}

// indexed returns the members of a node with keys that can be compared with those of a value.
func indexed(n jsontree.Node) []jsontree.Node {
	if jsontree.Bracket(n.Value) == '{' {
		return n.Members
	}
	members := slices.Clone(n.Members)
	for i := range members {
		members[i].Key = strconv.Itoa(i)
	}
	return members
}

// members brings the members of an object or array to those of a value.
func (r *rewriter) members(n jsontree.Node, value any, next []pair) {
	old := indexed(n)
	places := map[string]int{} // of the last member of each key, which is the one that counts
	for i, m := range old {
		places[m.Key] = i
	}
	stays := map[string]bool{}
	for _, p := range next {
		if i, ok := places[p.key]; ok {
			stays[p.key] = true
			r.value(old[i], p.value)
		}
	}
	switch {
	case len(stays) > 0:
		first := r.remove(old, stays)
		r.add(n, old, next, places, first)
	case len(old)+len(next) > 0:
		r.replace(n.Start, n.End, Format(value, r.at(n.Start)))
	}
}

// remove takes members away that do not stay, and returns the first that does.
func (r *rewriter) remove(old []jsontree.Node, stays map[string]bool) (first int) {
	first = slices.IndexFunc(old, func(m jsontree.Node) bool { return stays[m.Key] })
	for i, m := range old {
		switch {
		case i < first:
			r.replace(m.Lead, old[i+1].Lead, "")
		case !stays[m.Key]:
			r.replace(old[i-1].End, m.End, "")
		}
	}
	return first
}

// add puts members in that are new.
func (r *rewriter) add(n jsontree.Node, old []jsontree.Node, next []pair, places map[string]int, first int) {
	l, gap := r.inside(n)
	before := -1
	for _, p := range next {
		if i, ok := places[p.key]; ok {
			before = i
			continue
		}
		text := cmp.Or(p.text, Format(p.value, l))
		if jsontree.Bracket(n.Value) == '{' {
			text = quote(p.key) + ": " + text
		}
		if before < 0 {
			r.replace(old[first].Lead, old[first].Lead, text+","+gap)
			continue
		}
		r.replace(old[before].End, old[before].End, ","+gap+text)
	}
}

// inside returns the layout of a new member of a node, and what goes before it. The first member that begins a line shows how.
func (r *rewriter) inside(n jsontree.Node) (l Layout, gap string) {
	l = r.at(n.Start).deeper()
	end := n.Start + 1
	for _, m := range n.Members {
		between := r.src[end:m.Lead]
		line := strings.LastIndexByte(between, '\n') + 1
		if line > 0 && strings.Trim(between[line:], " \t") == "" {
			l.Indent = between[line:]
			return l, l.Newline + l.Indent
		}
		end = m.End
	}
	if strings.Contains(r.src[end:n.End], "\n") {
		return l, l.Newline + l.Indent
	}
	return r.at(n.Start), " "
}
