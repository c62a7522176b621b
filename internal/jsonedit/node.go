// Package jsonedit changes JSON texts and leaves alone what stays equal: the spelling of numbers, the order of keys, blanks
// and line ends.
package jsonedit

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// Node is a value in a JSON text, from the offset Start up to End.
type Node struct {
	Start, End int
	Kind       byte     // '{' or '[', 0 for a value that holds no others
	Scalar     any      // the value, when it holds no others
	Members    []Member // of an object or an array, in their order
}

// Member is what an object or an array holds.
type Member struct {
	Key   string // empty in an array
	Start int    // of the key, or of the element
	Node
}

// Parse finds the values in a JSON text. The error is a *jsontree.SyntaxError.
func Parse(src string) (Node, error) {
	if _, err := jsontree.Parse([]byte(src)); err != nil {
		return Node{}, err
	}
	s := scanner{src: src}
	return s.node(), nil
}

// Member returns the member of that key, the last one where it is given more than once.
func (n Node) Member(key string) (found Member, ok bool) {
	for _, m := range n.Members {
		if m.Key == key && n.Kind == '{' {
			found, ok = m, true
		}
	}
	return found, ok
}

// At returns the value that a path leads to: keys, and places in lists counted from 0, divided by dots. Where nothing is at the
// path, it is the last value on the way. Of keys that are given more than once the last one counts.
func (n Node) At(path string) Node {
	for _, m := range slices.Backward(indexed(n)) {
		rest, inside := strings.CutPrefix(path, m.Key)
		if inside && (rest == "" || rest[0] == '.') {
			return m.At(strings.TrimPrefix(rest, "."))
		}
	}
	return n
}

// scanner walks over a text that is known to be JSON.
type scanner struct {
	src string
	pos int
}

const whiteSpace = " \t\r\n"

func (s *scanner) space() {
	s.pos = len(s.src) - len(strings.TrimLeft(s.src[s.pos:], whiteSpace))
}

func (s *scanner) node() Node {
	s.space()
	switch c := s.src[s.pos]; c {
	case '{', '[':
		return s.container(c)
	}
	start := s.pos
	return Node{Start: start, Scalar: s.scalar(), End: s.pos}
}

func (s *scanner) container(kind byte) Node {
	n := Node{Start: s.pos, Kind: kind}
	for s.pos++; ; {
		s.space()
		switch s.src[s.pos] {
		case '}', ']':
			s.pos++
			n.End = s.pos
			return n
		case ',':
			s.pos++
		default:
			n.Members = append(n.Members, s.member(kind))
		}
	}
}

func (s *scanner) member(kind byte) Member {
	m := Member{Start: s.pos}
	if kind == '{' {
		m.Key, _ = s.scalar().(string)
		s.space()
		s.pos++ // the colon
	}
	m.Node = s.node()
	return m
}

// scalar reads a text, a number or a word.
func (s *scanner) scalar() any {
	start := s.pos
	if s.src[start] == '"' {
		s.text()
	} else if size := strings.IndexAny(s.src[start:], whiteSpace+",]}"); size >= 0 {
		s.pos += size
	} else {
		s.pos = len(s.src)
	}
	value, _ := jsontree.Parse([]byte(s.src[start:s.pos])) // known to be JSON
	return value
}

func (s *scanner) text() {
	for s.pos++; s.src[s.pos] != '"'; s.pos++ {
		if s.src[s.pos] == '\\' {
			s.pos++
		}
	}
	s.pos++
}
