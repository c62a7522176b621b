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
	root, err := Parse(src)
	if err != nil {
		return "", err
	}
	r := rewriter{src: src, Layout: l}
	r.value(root, value)
	return r.text(), nil
}

// rewriter collects changes to a text.
type rewriter struct {
	src string
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

func (r *rewriter) value(n Node, value any) {
	next, kind := membersOf(value)
	if kind == '[' && n.Kind == '[' {
		next = r.align(n, value.([]any))
	}
	switch {
	case kind != n.Kind:
		r.replace(n.Start, n.End, Format(value, r.at(n.Start)))
	case kind == 0 && !Equal(n.Scalar, value):
		r.replace(n.Start, n.End, Format(value, r.at(n.Start)))
	case kind != 0:
		r.members(n, value, next)
	}
}

// at returns the layout with the indentation of the line that holds the offset.
func (r *rewriter) at(offset int) Layout {
	l := r.Layout
	if start := strings.LastIndexByte(r.src[:offset], '\n') + 1; start > 0 {
		line := r.src[start:offset]
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

// membersOf returns what a value holds, and its kind as that of a node.
func membersOf(value any) (pairs []pair, kind byte) {
	switch v := value.(type) {
	case *jsontree.Object:
		for key, member := range v.All() {
			pairs = append(pairs, pair{key: key, value: member})
		}
		return pairs, '{'
	case []any:
		for i, element := range v {
			pairs = append(pairs, pair{key: strconv.Itoa(i), value: element})
		}
		return pairs, '['
	}
	return nil, 0
}

// indexed returns the members of a node with keys that can be compared with those of a value.
func indexed(n Node) []Member {
	if n.Kind == '{' {
		return n.Members
	}
	members := slices.Clone(n.Members)
	for i := range members {
		members[i].Key = strconv.Itoa(i)
	}
	return members
}

// members brings the members of an object or array to those of a value.
func (r *rewriter) members(n Node, value any, next []pair) {
	old := indexed(n)
	places := map[string]int{} // of the last member of each key, which is the one that counts
	for i, m := range old {
		places[m.Key] = i
	}
	stays := map[string]bool{}
	for _, p := range next {
		if i, ok := places[p.key]; ok {
			stays[p.key] = true
			r.value(old[i].Node, p.value)
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
func (r *rewriter) remove(old []Member, stays map[string]bool) (first int) {
	first = slices.IndexFunc(old, func(m Member) bool { return stays[m.Key] })
	for i, m := range old {
		switch {
		case i < first:
			r.replace(m.Start, old[i+1].Start, "")
		case !stays[m.Key]:
			r.replace(old[i-1].End, m.End, "")
		}
	}
	return first
}

// add puts members in that are new.
func (r *rewriter) add(n Node, old []Member, next []pair, places map[string]int, first int) {
	l, gap := r.inside(n)
	before := -1
	for _, p := range next {
		if i, ok := places[p.key]; ok {
			before = i
			continue
		}
		text := cmp.Or(p.text, Format(p.value, l))
		if n.Kind == '{' {
			text = quote(p.key) + ": " + text
		}
		if before < 0 {
			r.replace(old[first].Start, old[first].Start, text+","+gap)
			continue
		}
		r.replace(old[before].End, old[before].End, ","+gap+text)
	}
}

// inside returns the layout of a new member of a node, and what goes before it.
func (r *rewriter) inside(n Node) (l Layout, gap string) {
	l = r.at(n.Start).deeper()
	hasLines := strings.Contains(r.src[n.Members[len(n.Members)-1].End:n.End], "\n")
	for i := len(n.Members) - 1; i >= 0; i-- {
		line := r.src[strings.LastIndexByte(r.src[:n.Members[i].Start], '\n')+1 : n.Members[i].Start]
		if strings.Trim(line, " \t") == "" && strings.Contains(r.src[n.Start:n.Members[i].Start], "\n") {
			l.Indent, hasLines = line, true
		}
	}
	if !hasLines {
		return r.at(n.Start), " "
	}
	return l, l.Newline + l.Indent
}

// Equal reports whether two trees are the same value: numbers may be spelled differently.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case jsontree.Number:
		b, ok := b.(jsontree.Number)
		return ok && equalNumbers(string(a), string(b))
	case *jsontree.Object, []any:
		return equalMembers(a, b)
	}
	return !holdsOthers(b) && a == b
}

func equalMembers(a, b any) bool {
	pairs, kind := membersOf(a)
	others, otherKind := membersOf(b)
	if kind != otherKind || len(pairs) != len(others) {
		return false
	}
	values := make(map[string]any, len(others))
	for _, p := range others {
		values[p.key] = p.value
	}
	for _, p := range pairs {
		if other, ok := values[p.key]; !ok || !Equal(p.value, other) {
			return false
		}
	}
	return true
}

// equalNumbers compares whole numbers by their digits: as floats, large ones that differ would be the same.
func equalNumbers(a, b string) bool {
	m, errA := strconv.ParseInt(a, 10, 64)
	n, errB := strconv.ParseInt(b, 10, 64)
	if errA == nil && errB == nil {
		return m == n
	}
	x, errA := strconv.ParseFloat(a, 64)
	y, errB := strconv.ParseFloat(b, 64)
	return a == b || errA == nil && errB == nil && x == y
}
