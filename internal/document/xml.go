package document

import (
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/change"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
	"quartermaster/internal/textfile"
)

// xmlFormat is XML as a tree: the attributes of an element are members, and so are the elements in it, under their names. Those that are
// declared as a list, or that are not declared and occur more than once, are lists. What the tree does not show, such as a second element
// where one is expected, stays in the text. So does the text in elements, but for files of which nothing is declared: where an element has
// nothing else, its text is its value, else the member textKey.
type xmlFormat struct {
	root   string
	texts  map[string]string // the attribute that makes an element a text, by the path of the element
	fields []*expansion.Field
	lists  []string // undeclared elements that are lists even where there is one
	except string   // an element that is not read, and stays in the text

	inferred bool            // nothing is declared
	written  map[string]bool // the paths of elements that have nothing but a text
}

// textKey is the member of an element of XML that is the text in it, where it has attributes too.
const textKey = "#text"

// XML returns an XML file of which nothing is declared but its root and which of its elements are lists. What is in elements of the name
// except is not read.
func XML(root, except string, lists ...string) *Document {
	return &Document{Schema: new(expansion.Schema), Format: "xml", format: xmlFormat{root: root, lists: lists, except: except}}
}

func (x xmlFormat) empty() string {
	return "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<" + x.root + ">\n</" + x.root + ">\n"
}

func (v variablesFormat) empty() string { return xmlFormat{root: v.root}.empty() }

func (x xmlFormat) read(text string) (*jsontree.Object, error) {
	file, err := ce.ReadFile(text, x.root)
	if err != nil {
		return nil, err
	}
	return x.object("", file.Root, x.fields), nil
}

func (x xmlFormat) write(text string, next *jsontree.Object) (string, error) {
	file, err := ce.ReadFile(text, x.root)
	if err != nil {
		return "", err
	}
	x.change("", file.Root, x.fields, next)
	return file.Text(), nil
}

// object returns the values of an element; at is the path of what is in it: the names of the element and of those in it.
func (x xmlFormat) object(at string, n *ce.Node, fields []*expansion.Field) *jsontree.Object {
	object := new(jsontree.Object)
	for _, a := range n.Attrs {
		object.Set(a.Name, valueIn(a.Name, fieldNamed(fields, a.Name), a.Value))
	}
	if x.inferred && n.Text != "" {
		object.Set(textKey, valueOf(fieldNamed(fields, textKey), n.Text))
	}
	for _, kid := range n.Kids {
		if !object.Has(kid.Name) && kid.Name != x.except {
			object.Set(kid.Name, x.inside(at, n, kid.Name, fieldNamed(fields, kid.Name)))
		}
	}
	return object
}

// inside returns the value of the elements of that name in an element.
func (x xmlFormat) inside(at string, n *ce.Node, name string, f *expansion.Field) any {
	kids := named(n, name)
	if !isList(f, len(kids)) && !slices.Contains(x.lists, name) {
		return x.one(at, n, kids[0], f)
	}
	list := make([]any, len(kids))
	for i, kid := range kids {
		list[i] = x.one(at, n, kid, f)
	}
	return list
}

// one returns the value of an element: an object or, where its text or one of its attributes is all that it says, that.
func (x xmlFormat) one(at string, parent, n *ce.Node, f *expansion.Field) any {
	if x.isWritten(at, n.Name) {
		return valueIn(n.Name, f, n.Text)
	}
	if attribute := x.texts[join(at, n.Name)]; attribute != "" {
		text, _ := n.Value(attribute)
		return text
	}
	return x.object(n.Name, n, fieldsOf(f))
}

// valueIn is valueOf for an attribute or element of that name: a secret of digits is a text, so that it is hidden.
func valueIn(name string, f *expansion.Field, text string) any {
	if servercfg.IsSecretName(name) {
		return text
	}
	return valueOf(f, text)
}

// isWritten reports whether elements have nothing but a text.
func (x xmlFormat) isWritten(around, name string) bool {
	return x.written[join(around, name)]
}

// join returns the path of an element by its name and that of the element around it; those directly in the root go by their own.
func join(around, name string) string { return jsontree.Join(around, name) }

// isList reports whether elements of one name, of which there are so many, are a list in the tree.
func isList(f *expansion.Field, count int) bool {
	if f != nil {
		return f.Shape == expansion.List
	}
	return count > 1
}

func named(n *ce.Node, name string) (kids []*ce.Node) {
	for _, kid := range n.Kids {
		if kid.Name == name {
			kids = append(kids, kid)
		}
	}
	return kids
}

// change brings an element to other values.
func (x xmlFormat) change(at string, n *ce.Node, fields []*expansion.Field, next *jsontree.Object) {
	old := x.object(at, n, fields)
	for key, value := range next.All() {
		was, had := old.Get(key)
		if !had || !jsontree.Equal(was, value) {
			x.set(at, n, fieldNamed(fields, key), key, value)
		}
	}
	for key := range old.All() {
		if value, stays := next.Get(key); !stays || value == nil {
			if n.Remove(key); key == textKey {
				n.Text = ""
			}
			n.Kids = slices.DeleteFunc(n.Kids, func(kid *ce.Node) bool { return kid.Name == key })
		}
	}
}

// set sets one value of an element.
func (x xmlFormat) set(at string, n *ce.Node, f *expansion.Field, key string, value any) {
	switch v := value.(type) {
	case *jsontree.Object:
		kids := named(n, key)
		if len(kids) == 0 {
			kids = []*ce.Node{{Name: key}}
			n.Kids = append(n.Kids, kids[0])
		}
		x.change(key, kids[0], fieldsOf(f), v)
	case []any:
		x.setList(at, n, f, key, v)
	case nil:
	default:
		x.setText(at, n, key, value)
	}
}

// setText sets a value that is a text in the file: that of an element or of an attribute.
func (x xmlFormat) setText(at string, n *ce.Node, key string, value any) {
	switch {
	case x.inferred && key == textKey:
		n.Text = textOf(value, n.Text)
	case x.isWritten(at, key):
		kids := named(n, key)
		if len(kids) == 0 {
			kids = []*ce.Node{{Name: key}}
			n.Kids = append(n.Kids, kids[0])
		}
		kids[0].Text = textOf(value, kids[0].Text)
	default:
		was, _ := n.Value(key)
		n.Set(key, textOf(value, was))
	}
}

// setList brings the elements of that name to those of a list. Those that stay keep their text; what is between them stays too.
func (x xmlFormat) setList(at string, n *ce.Node, f *expansion.Field, name string, next []any) {
	old := named(n, name)
	values := make([]any, len(old))
	for i, kid := range old {
		values[i] = x.one(at, n, kid, f)
	}
	was := change.Align(values, next)
	list := &elements{old: old, stays: make([]bool, len(old)), behind: make([][]*ce.Node, len(old)+1)}
	after := 0 // elements of the old list that the next one follows
	for j, stays := range textfile.LongestRun(was) {
		kid := &ce.Node{Name: name}
		if was[j] >= 0 {
			kid = old[was[j]]
		}
		x.setOne(at, kid, f, next[j])
		if stays && was[j] >= 0 {
			list.stays[was[j]], after = true, was[j]+1
			continue
		}
		list.behind[after] = append(list.behind[after], kid)
	}
	n.Kids = list.among(n.Kids)
}

func (x xmlFormat) setOne(at string, n *ce.Node, f *expansion.Field, value any) {
	if object, isObject := value.(*jsontree.Object); isObject {
		x.change(n.Name, n, fieldsOf(f), object)
	} else if x.isWritten(at, n.Name) {
		n.Text = textOf(value, n.Text)
	} else if attribute := x.texts[join(at, n.Name)]; attribute != "" {
		n.Set(attribute, textOf(value, ""))
	}
}

// elements are those of one name in an element: which of them stay, and which new or moved ones come behind each.
type elements struct {
	old    []*ce.Node
	stays  []bool
	behind [][]*ce.Node // the first are those before all others
}

// among puts the elements among others, which keep their order.
func (l *elements) among(kids []*ce.Node) (all []*ce.Node) {
	for _, kid := range kids {
		i := slices.Index(l.old, kid)
		if i == 0 {
			all = append(all, l.behind[0]...)
		}
		if i < 0 || l.stays[i] {
			all = append(all, kid)
		}
		if i >= 0 {
			all = append(all, l.behind[i+1]...)
		}
	}
	if len(l.old) == 0 {
		all = append(all, l.behind[0]...)
	}
	return all
}
