package jsontree

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Node is a value of a JSON text with its offsets in the text.
type Node struct {
	Key        string // of a member of an object; empty for any other value
	Lead       int    // where the member begins: at its key, or else at the value
	Start, End int    // of the value
	Value      any
	Members    []Node // of an object or a list, in the order of the text; a key that is given twice is there twice
}

// ParseNodes reads a JSON document as [Parse] does and also records where each value stands. The error is a *SyntaxError.
func ParseNodes(text string) (Node, error) {
	var roots []Node
	p := parser{src: text, nodes: &roots}
	if !utf8.ValidString(text) {
		return Node{}, p.invalidUTF8()
	}
	if _, err := p.document(); err != nil {
		return Node{}, err
	}
	return roots[0], nil
}

// value reads the value that begins at the current character, and records its node where nodes are asked for.
func (p *parser) value() (any, error) {
	if p.nodes == nil {
		return p.read()
	}
	node, siblings := Node{Lead: p.pos, Start: p.pos}, p.nodes
	p.nodes = &node.Members
	value, err := p.read()
	p.nodes = siblings
	node.End, node.Value = p.pos, value
	*siblings = append(*siblings, node)
	return value, err
}

// name gives the node that was recorded last the key that begins at the offset.
func (p *parser) name(key string, offset int) {
	if p.nodes != nil {
		last := &(*p.nodes)[len(*p.nodes)-1]
		last.Key, last.Lead = key, offset
	}
}

// Member returns the member of an object under the key, the last one where it is given more than once.
func (n Node) Member(key string) (Node, bool) {
	if _, isObject := n.Value.(*Object); isObject {
		for _, m := range slices.Backward(n.Members) {
			if m.Key == key {
				return m, true
			}
		}
	}
	return Node{}, false
}

// At returns the value that a path leads to: keys and indexes of lists, joined by dots. Where nothing is at the path, it is the
// last value on the way. Of a key that is given more than once the last one counts.
func (n Node) At(path string) Node {
	for i, m := range slices.Backward(n.Members) {
		key := m.Key
		if _, isList := n.Value.([]any); isList {
			key = strconv.Itoa(i)
		}
		rest, inside := strings.CutPrefix(path, key)
		if inside && (rest == "" || rest[0] == '.') {
			return m.At(strings.TrimPrefix(rest, "."))
		}
	}
	return n
}
