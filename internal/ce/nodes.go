package ce

import "slices"

// node describes an element of a list, made from a value.
type node struct {
	name  string
	attrs []attrText
	key   string // identifies it, such as a class name
	text  string // of one without kids
	kids  []node // the items of a block
}

func (n node) equal(other node) bool {
	return n.name == other.name && n.text == other.text && slices.EqualFunc(n.attrs, other.attrs, attrText.equal) &&
		slices.EqualFunc(n.kids, other.kids, node.equal)
}

// nodesOf returns the nodes of values, without those with an empty key.
func nodesOf[T interface{ node() node }](values []T) []node {
	var nodes []node
	for _, v := range values {
		if n := v.node(); n.key != "" {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// nodes changes the elements elems from the old nodes to the new ones. An element with the same key
// stays and changes only what differs; one that moves keeps its text. at is where an empty list starts.
func (p *patch) nodes(elems []int, old, new []node, at gap) {
	if slices.EqualFunc(old, new, node.equal) {
		return
	}
	oldKeys, newKeys := p.nodeKeys(old), p.nodeKeys(new)
	matched := pairs(oldKeys, newKeys)
	kept, texts := rising(matched), p.nodeTexts(new, p.inside(at.parent).indent)
	for j, k := range matched {
		switch {
		case kept[j] != none:
			p.node(elems[k], old[k], new[j])
		case k != none && oldKeys[k][0] == newKeys[j][0]:
			texts[j] = p.raw(elems[k])
		}
	}
	p.list(elems, kept, texts, at)
}

// node changes an element from the old node to the new one.
func (p *patch) node(i int, old, new node) {
	p.setAttrs(i, old.attrs, new.attrs)
	p.nodes(p.itemElements(i), old.kids, new.kids, gap{i, none})
}

// nodeKeys returns the keys of nodes for pairs: the whole text, its key with those of its items, its key,
// its name.
func (p *patch) nodeKeys(nodes []node) [][]string {
	keys := make([][]string, len(nodes))
	for i, n := range nodes {
		about := n.name + " " + n.key
		subject := about
		for _, kid := range n.kids {
			subject += "\n" + kid.key
		}
		keys[i] = []string{p.nodeText(n, ""), subject, about, n.name}
	}
	return keys
}

func (p *patch) nodeTexts(nodes []node, indent string) []string {
	texts := make([]string, len(nodes))
	for i, n := range nodes {
		texts[i] = p.nodeText(n, indent)
	}
	return texts
}

// nodeText returns the text of a new element; indent is that of the element.
func (p *patch) nodeText(n node, indent string) string {
	start := "<" + n.name + attrsText(n.attrs)
	switch {
	case len(n.kids) == 0 && n.text != "":
		return start + ">" + escape(n.text) + "</" + n.name + ">"
	case len(n.kids) == 0:
		return start + p.closing
	}
	return p.block(start+">", n.name, indent, p.nodeTexts(n.kids, indent+p.unit))
}
