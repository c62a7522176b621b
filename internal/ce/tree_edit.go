package ce

import (
	"cmp"
	"slices"
	"strings"
)

// Node is an element of a [File]: what it says, and nothing of how it is written. Changing it changes what [File.Text] returns.
type Node struct {
	Name  string
	Attrs []Attribute
	Kids  []*Node
	Text  string // of an element without others in it, without white space around it and comments

	elem int // in the tree that it was read from; 0 for a new element
}

// Attribute is an attribute of an element. The value has no white space around it.
type Attribute struct{ Name, Value string }

// Value returns the value of an attribute, and whether there is one.
func (n *Node) Value(name string) (value string, ok bool) {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// Set sets an attribute; a new one becomes the last.
func (n *Node) Set(name, value string) {
	for i, a := range n.Attrs {
		if a.Name == name {
			n.Attrs[i].Value = value
			return
		}
	}
	n.Attrs = append(n.Attrs, Attribute{name, value})
}

// Remove removes an attribute.
func (n *Node) Remove(name string) {
	n.Attrs = slices.DeleteFunc(n.Attrs, func(a Attribute) bool { return a.Name == name })
}

// File is an XML file whose elements are read and changed while the rest of its text stays.
type File struct {
	Root *Node
	src  *tree
}

// ReadFile reads a file up to the content of its first element of that name, of its root where the name is empty. The error is a
// *SyntaxError.
func ReadFile(text, root string) (*File, error) {
	src, err := parseDocument(text)
	if err != nil {
		return nil, err
	}
	at := src.root(root)
	if at == 0 {
		return nil, syntaxError(text, 0, "%s expected", elementNamed(root))
	}
	return &File{Root: src.node(at), src: src}, nil
}

// Offset returns where an element begins in the text that was read. It must be one of the file's own, as they were read.
func (f *File) Offset(n *Node) int { return f.src.elems[n.elem].start }

func (t *tree) node(i int) *Node {
	n := &Node{Name: t.elems[i].name, elem: i}
	for _, a := range t.attrs[t.elems[i].attrs:t.elems[i].attrsEnd] {
		n.Attrs = append(n.Attrs, Attribute{a.name, strings.TrimSpace(unescape(t.src[a.valueStart:a.valueEnd]))})
	}
	for kid := range t.kids(i) {
		n.Kids = append(n.Kids, t.node(kid))
	}
	if len(n.Kids) == 0 {
		n.Text = t.text(i)
	}
	return n
}

// Text returns the text of the file with what was changed. All else is as it was read.
func (f *File) Text() string {
	l := canonical()
	l.indent = ""
	l.newline = cmp.Or(newlineOf(f.src.src), l.newline)
	l.closing = cmp.Or(closingOf(f.src.src), l.closing)
	l.unit = cmp.Or(unitOf(f.src.raw(f.Root.elem)), l.unit)
	p := &patch{tree: f.src, layout: l}
	p.bring(f.Root)
	return p.apply()
}

// bring brings an element of the text to what its node says.
func (p *patch) bring(n *Node) {
	p.bringAttributes(n)
	elems := slices.Collect(p.kids(n.elem))
	if len(elems)+len(n.Kids) == 0 && p.text(n.elem) != n.Text {
		p.setText(n.elem, n.Text)
	}
	was := make([]int, len(n.Kids))
	for j, kid := range n.Kids {
		i, found := slices.BinarySearch(elems, kid.elem)
		if was[j] = none; found {
			was[j] = i
		}
	}
	kept, texts := rising(was), make([]string, len(n.Kids))
	for j, kid := range n.Kids {
		if kept[j] == none {
			texts[j] = p.newText(kid, p.inside(n.elem).indent)
		} else {
			p.bring(kid)
		}
	}
	p.list(elems, kept, texts, gap{n.elem, none})
}

func (p *patch) bringAttributes(n *Node) {
	order := make([]string, len(n.Attrs))
	for i, a := range n.Attrs {
		order[i] = a.Name
	}
	for _, a := range n.Attrs {
		if p.attrNamed(n.elem, a.Name) == nil || p.attrValue(n.elem, a.Name) != a.Value {
			p.setAttr(n.elem, a.Name, a.Value, order)
		}
	}
	for _, a := range p.attrs[p.elems[n.elem].attrs:p.elems[n.elem].attrsEnd] {
		if _, stays := n.Value(a.name); !stays {
			p.removeAttr(n.elem, a.name)
		}
	}
}

// newText returns the text of an element at another place: as it was written if it was only moved.
func (p *patch) newText(n *Node, indent string) string {
	if n.elem != 0 && p.says(n) {
		return p.raw(n.elem)
	}
	return p.nodeText(n.plain(), indent)
}

// says reports whether the text of an element says what its node does.
func (p *patch) says(n *Node) bool {
	written := p.tree.node(n.elem)
	return slices.Equal(written.Attrs, n.Attrs) && written.Text == n.Text && slices.EqualFunc(written.Kids, n.Kids, func(a, b *Node) bool {
		return a.elem == b.elem && p.says(b)
	})
}

func (n *Node) plain() node {
	made := node{name: n.Name, text: n.Text}
	for _, a := range n.Attrs {
		made.attrs = append(made.attrs, attrText{a.Name, &a.Value})
	}
	for _, kid := range n.Kids {
		made.kids = append(made.kids, kid.plain())
	}
	return made
}

// elementNamed says which element is meant: the root where the name is empty.
func elementNamed(name string) string {
	if name == "" {
		return "an element is"
	}
	return "<" + name + ">"
}
